package trn2sim.hw.compiler;

/**
 * A row of numbers: adds to a stretch of them and finds the smallest of a stretch, each in log n.
 */
final class RangeMinimum {
  private final int leaves;

  /** By node of a binary tree: the smallest below it, what was added above it left out. */
  private final long[] smallest;

  /** By node: what has been added to all below it. */
  private final long[] added;

  RangeMinimum(long[] values) {
    leaves = Math.max(1, Integer.highestOneBit(Math.max(1, 2 * values.length - 1)));
    smallest = new long[2 * leaves];
    added = new long[2 * leaves];
    for (int i = 0; i < leaves; i++) {
      smallest[leaves + i] = i < values.length ? values[i] : Long.MAX_VALUE / 2;
    }
    for (int node = leaves - 1; node > 0; node--) {
      smallest[node] = Math.min(smallest[2 * node], smallest[2 * node + 1]);
    }
  }

  /** Adds to the numbers from {@code from} to {@code to}, both included. */
  void add(int from, int to, long amount) {
    if (from <= to) {
      add(1, 0, leaves - 1, from, to, amount);
    }
  }

  private void add(int node, int low, int high, int from, int to, long amount) {
    if (from <= low && high <= to) {
      smallest[node] += amount;
      added[node] += amount;
      return;
    }
    int middle = (low + high) >>> 1;
    if (from <= middle) {
      add(2 * node, low, middle, from, to, amount);
    }
    if (to > middle) {
      add(2 * node + 1, middle + 1, high, from, to, amount);
    }
    smallest[node] = Math.min(smallest[2 * node], smallest[2 * node + 1]) + added[node];
  }

  /** The smallest of the numbers from {@code from} to {@code to}, both included. */
  long min(int from, int to) {
    return min(1, 0, leaves - 1, from, to);
  }

  private long min(int node, int low, int high, int from, int to) {
    if (from <= low && high <= to) {
      return smallest[node];
    }
    int middle = (low + high) >>> 1;
    long left = from <= middle ? min(2 * node, low, middle, from, to) : Long.MAX_VALUE / 2;
    long right = to > middle ? min(2 * node + 1, middle + 1, high, from, to) : Long.MAX_VALUE / 2;
    return Math.min(left, right) + added[node];
  }
}
