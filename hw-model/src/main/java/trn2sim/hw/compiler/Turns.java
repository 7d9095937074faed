package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Whose turn it is to get space in one memory. Tiles stand in the order of their first use. For
 * each place in that order it is known what the memory would have left there if the program ran one
 * instruction at a time with what is held out of turn held as well; nothing may be taken out of
 * turn that makes this negative for a place whose tile still waits. Nor may a tile go first that
 * comes a whole memory later: many small ones from far ahead would keep the space from gathering
 * that the next one waits for. Tiles of one pool, which are copies of one variable, keep their
 * order.
 */
final class Turns {
  private static final int NONE = -1;

  private final TileOrder tiles;
  private final int[] order;
  private final boolean[] reserved;
  private final long[] leftInTurn;

  /** By place: the units of all tiles before it; and how many of them one may pass. */
  private final long[] before;

  private final long reach;

  /** The least of {@code leftInTurn}, and what is held for places after the first that waits. */
  private final long spare;

  private long ahead;

  /** What is left at each place; made when {@code spare} no longer settles the question. */
  private RangeMinimum left;

  /** The first place whose tile waits. */
  private int next;

  /** By place: the next of the same pool; by pool: the first that waits. */
  private final int[] nextOfPool;

  private final int[] poolHead;

  Turns(TileOrder tiles, int space) {
    this.tiles = tiles;
    order = tiles.order(space);
    reserved = new boolean[order.length];
    leftInTurn = tiles.leftInTurn(space);
    spare = Arrays.stream(leftInTurn).min().orElse(0);
    reach = tiles.storage().capacities()[space];
    before = new long[order.length + 1];
    for (int at = 0; at < order.length; at++) {
      before[at + 1] = before[at] + tiles.units(order[at]);
    }
    poolHead = new int[tiles.pools()];
    Arrays.fill(poolHead, NONE);
    nextOfPool = new int[order.length];
    for (int at = order.length - 1; at >= 0; at--) {
      int pool = tiles.pool(order[at]);
      nextOfPool[at] = poolHead[pool];
      poolHead[pool] = at;
    }
  }

  /** The tile whose turn it is, or -1 if none waits. */
  int head() {
    return next < order.length ? order[next] : NONE;
  }

  /** The first later tile that fits and leaves those before it enough to get on, or -1. */
  int outOfTurn(IntPredicate fits) {
    int best = order.length;
    for (int first : poolHead) {
      if (first > next
          && first < best
          && isNear(first)
          && fits.test(order[first])
          && isSafe(first)) {
        best = first;
      }
    }
    return best < order.length ? order[best] : NONE;
  }

  private boolean isNear(int at) {
    return before[at] - before[next] <= reach;
  }

  private boolean isSafe(int at) {
    long units = tiles.units(order[at]);
    if (ahead + units <= spare) {
      return true;
    }
    if (left == null) {
      left = new RangeMinimum(leftInTurn);
      for (int place = next; place < order.length; place++) {
        if (reserved[place]) {
          left.add(0, place - 1, -heldUnits(order[place]));
        }
      }
    }
    return left.min(next, at - 1) >= units;
  }

  void reserved(int tile) {
    int at = tiles.place(tile);
    reserved[at] = true;
    poolHead[tiles.pool(tile)] = nextOfPool[at];
    if (at > next) {
      ahead += tiles.units(tile);
      if (left != null) {
        left.add(0, at - 1, -tiles.units(tile));
      }
    }
    while (next < order.length && reserved[next]) {
      if (next != at) {
        ahead -= heldUnits(order[next]);
      }
      next++;
    }
  }

  private long heldUnits(int tile) {
    return tiles.isUsed(tile) ? tiles.units(tile) : 0;
  }

  /** A tile is used no more: for places that wait it is neither held nor going to be. */
  void released(int tile) {
    if (tiles.place(tile) > next) {
      ahead -= tiles.units(tile);
    }
    if (left != null && tiles.end(tile) >= next) {
      left.add(0, tiles.end(tile), tiles.units(tile));
    }
  }
}
