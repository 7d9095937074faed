package trn2sim.kernels.race;

import java.util.Arrays;

/**
 * How much of every stream is known to be done: a vector clock with a row for each process.
 * Immutable; rows are shared between clocks, since most steps change one row only.
 */
final class VectorClock {
  private final int[][] rows;

  private VectorClock(int[][] rows) {
    this.rows = rows;
  }

  static VectorClock zero(int processes, int streams) {
    int[] row = new int[streams];
    int[][] rows = new int[processes][];
    Arrays.fill(rows, row);
    return new VectorClock(rows);
  }

  /** Whether the first {@code count} tasks of a stream are done. */
  boolean covers(int process, int stream, int count) {
    return rows[process][stream] >= count;
  }

  /** What either knows. */
  VectorClock join(VectorClock other) {
    if (other == this || other.rows == rows) {
      return this;
    }
    int[][] joined = rows;
    for (int process = 0; process < rows.length; process++) {
      int[] row = max(rows[process], other.rows[process]);
      if (row != joined[process]) {
        joined = joined == rows ? rows.clone() : joined;
        joined[process] = row;
      }
    }
    return joined == rows ? this : new VectorClock(joined);
  }

  private static int[] max(int[] mine, int[] theirs) {
    if (mine == theirs) {
      return mine;
    }
    int[] max = mine;
    for (int i = 0; i < mine.length; i++) {
      if (theirs[i] > max[i]) {
        max = max == mine ? mine.clone() : max;
        max[i] = theirs[i];
      }
    }
    return max;
  }

  /** The same after the first {@code count} tasks of a stream. */
  VectorClock with(int process, int stream, int count) {
    if (covers(process, stream, count)) {
      return this;
    }
    int[][] changed = rows.clone();
    changed[process] = rows[process].clone();
    changed[process][stream] = count;
    return new VectorClock(changed);
  }
}
