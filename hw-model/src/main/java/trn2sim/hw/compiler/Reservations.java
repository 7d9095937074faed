package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.List;

/**
 * Hands space to tiles in the order of their first use in the program, as soon as it is free and
 * before anybody is ready to use it, and takes it back after the last use. Because the order is
 * program order, a program that fits when run one instruction at a time always gets on.
 */
final class Reservations {
  /** Told of each tile that has its space. */
  interface Listener {
    void reserved(int tile);
  }

  private final Storage storage;
  private final Listener listener;
  private final int[][] order;
  private final int[] next;
  private final long[] free;
  private final int[] live;
  private final int[] usesLeft;

  Reservations(List<Node> nodes, Storage storage, Listener listener) {
    this.storage = storage;
    this.listener = listener;
    int tiles = storage.tiles().size();
    this.free = storage.capacities().clone();
    this.live = new int[storage.poolLimits().length];
    this.usesLeft = new int[tiles];
    this.next = new int[free.length];
    this.order = new int[free.length][tiles];
    int[] counts = new int[free.length];
    for (Node node : nodes) {
      for (int tile : node.tiles()) {
        if (usesLeft[tile]++ == 0) {
          int space = storage.tiles().get(tile).space();
          order[space][counts[space]++] = tile;
        }
      }
    }
    for (int space = 0; space < free.length; space++) {
      order[space] = Arrays.copyOf(order[space], counts[space]);
    }
  }

  /** Whether the program fits when run one instruction at a time. */
  static boolean fits(List<Node> nodes, Storage storage) {
    boolean[] held = new boolean[storage.tiles().size()];
    Reservations inTurn = new Reservations(nodes, storage, tile -> held[tile] = true);
    inTurn.open();
    for (Node node : nodes) {
      for (int tile : node.tiles()) {
        if (!held[tile]) {
          return false;
        }
      }
      for (int tile : node.tiles()) {
        inTurn.used(tile);
      }
    }
    return true;
  }

  /** Begins to hand out space. */
  void open() {
    for (int space = 0; space < free.length; space++) {
      handOut(space);
    }
  }

  /** One user of the tile is done. */
  void used(int tile) {
    if (--usesLeft[tile] == 0) {
      Storage.Tile given = storage.tiles().get(tile);
      free[given.space()] += given.units();
      live[given.pool()]--;
      handOut(given.space());
    }
  }

  private void handOut(int space) {
    int[] waiting = order[space];
    while (next[space] < waiting.length && fits(storage.tiles().get(waiting[next[space]]))) {
      int tile = waiting[next[space]++];
      Storage.Tile taken = storage.tiles().get(tile);
      free[space] -= taken.units();
      live[taken.pool()]++;
      listener.reserved(tile);
    }
  }

  private boolean fits(Storage.Tile tile) {
    return tile.units() <= free[tile.space()]
        && live[tile.pool()] < storage.poolLimits()[tile.pool()];
  }
}
