package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** The tiles of a program in the order of their first use, and how often each is still used. */
final class TileOrder {
  private static final int NOWHERE = -1;

  private final Storage storage;
  private final NodeTiles tilesOf;

  /** By tile, as are most of the others. */
  private final int[] spaces;

  private final long[] units;
  private final int[] pools;
  private final int[] usesLeft;
  private final int[][] order;

  /** The nodes that use tile t lie from {@code userStart[t]} on. */
  private final int[] userStart;

  private final int[] users;

  /** By tile: its place in the order of its memory, and the place reached at its last use. */
  private final int[] place;

  private final int[] end;

  TileOrder(NodeTiles tilesOf, Storage storage) {
    this.storage = storage;
    this.tilesOf = tilesOf;
    int tiles = storage.tiles().size();
    int[] counts = new int[storage.capacities().length];
    usesLeft = new int[tiles];
    order = new int[counts.length][tiles];
    place = new int[tiles];
    Arrays.fill(place, NOWHERE);
    end = new int[tiles];
    spaces = storage.tiles().stream().mapToInt(Storage.Tile::space).toArray();
    units = storage.tiles().stream().mapToLong(Storage.Tile::units).toArray();
    pools = storage.tiles().stream().mapToInt(Storage.Tile::pool).toArray();
    for (int node = 0; node < tilesOf.nodes(); node++) {
      for (int i = tilesOf.start(node); i < tilesOf.end(node); i++) {
        int tile = tilesOf.get(i);
        int space = spaces[tile];
        usesLeft[tile]++;
        if (place[tile] == NOWHERE) {
          place[tile] = counts[space];
          order[space][counts[space]++] = tile;
        }
      }
      for (int i = tilesOf.start(node); i < tilesOf.end(node); i++) {
        end[tilesOf.get(i)] = counts[spaces[tilesOf.get(i)]] - 1;
      }
    }
    for (int space = 0; space < counts.length; space++) {
      order[space] = Arrays.copyOf(order[space], counts[space]);
    }
    userStart = starts(usesLeft);
    users = users();
  }

  private static int[] starts(int[] counts) {
    int[] starts = new int[counts.length + 1];
    for (int i = 0; i < counts.length; i++) {
      starts[i + 1] = starts[i] + counts[i];
    }
    return starts;
  }

  private int[] users() {
    int[] found = new int[userStart[usesLeft.length]];
    int[] at = userStart.clone();
    for (int node = 0; node < tilesOf.nodes(); node++) {
      for (int i = tilesOf.start(node); i < tilesOf.end(node); i++) {
        found[at[tilesOf.get(i)]++] = node;
      }
    }
    return found;
  }

  /** How many tiles a node touches. */
  int tilesOf(int node) {
    return tilesOf.end(node) - tilesOf.start(node);
  }

  /** Tells of every tile that a node touches. */
  void forEachTile(int node, IntConsumer tile) {
    for (int i = tilesOf.start(node); i < tilesOf.end(node); i++) {
      tile.accept(tilesOf.get(i));
    }
  }

  /** Tells of every node that uses a tile. */
  void forEachUser(int tile, IntConsumer user) {
    for (int i = userStart[tile]; i < userStart[tile + 1]; i++) {
      user.accept(users[i]);
    }
  }

  /** Whether the program fits when run one instruction at a time. */
  boolean fits() {
    for (int space = 0; space < order.length; space++) {
      for (long left : leftInTurn(space)) {
        if (left < 0) {
          return false;
        }
      }
    }
    return poolsFit();
  }

  /** By place: what a memory has left there if the program runs one instruction at a time. */
  long[] leftInTurn(int space) {
    long[] change = new long[order[space].length + 1];
    for (int tile : order[space]) {
      change[place[tile]] += units(tile);
      change[end[tile] + 1] -= units(tile);
    }
    long[] left = new long[order[space].length];
    long held = 0;
    for (int at = 0; at < left.length; at++) {
      held += change[at];
      left[at] = storage.capacities()[space] - held;
    }
    return left;
  }

  private boolean poolsFit() {
    if (Arrays.stream(storage.poolLimits()).allMatch(limit -> limit >= usesLeft.length)) {
      return true;
    }
    for (int[] tiles : order) {
      int[] live = new int[pools()];
      int[][] ending = ending(tiles);
      for (int at = 0; at < tiles.length; at++) {
        for (int tile : at == 0 ? new int[0] : ending[at - 1]) {
          live[pool(tile)]--;
        }
        if (++live[pool(tiles[at])] > storage.poolLimits()[pool(tiles[at])]) {
          return false;
        }
      }
    }
    return true;
  }

  /** By place: the tiles whose last use lies before the next place. */
  private int[][] ending(int[] tiles) {
    int[] counts = new int[tiles.length];
    for (int tile : tiles) {
      counts[end[tile]]++;
    }
    int[][] ending = new int[tiles.length][];
    for (int at = 0; at < tiles.length; at++) {
      ending[at] = new int[counts[at]];
    }
    for (int tile : tiles) {
      ending[end[tile]][--counts[end[tile]]] = tile;
    }
    return ending;
  }

  Storage storage() {
    return storage;
  }

  /** The tiles of a memory by first use. */
  int[] order(int space) {
    return order[space].clone();
  }

  int place(int tile) {
    return place[tile];
  }

  int end(int tile) {
    return end[tile];
  }

  int space(int tile) {
    return spaces[tile];
  }

  long units(int tile) {
    return units[tile];
  }

  int pool(int tile) {
    return pools[tile];
  }

  int pools() {
    return storage.poolLimits().length;
  }

  /** One user is done; true if it was the last. */
  boolean used(int tile) {
    return --usesLeft[tile] == 0;
  }

  /** Whether the tile is going to be used. */
  boolean isUsed(int tile) {
    return usesLeft[tile] > 0;
  }
}
