package trn2sim.hw.compiler;

import java.util.List;

/**
 * The on-chip memories and the tiles that take space in them.
 *
 * @param capacities what each space holds, in its units
 * @param poolLimits how many tiles of a pool may be live at once
 */
record Storage(List<Tile> tiles, long[] capacities, int[] poolLimits) {
  static final Storage NONE = new Storage(List.of(), new long[0], new int[0]);

  /** A piece of a space. */
  record Tile(int space, long units, int pool) {}
}
