package trn2sim.traces.profile;

import java.util.Arrays;

/** Whole numbers in the order in which they come; millions of them stay cheap. */
final class Column {
  private long[] values = new long[64];
  private int size;

  void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + size / 2);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  long get(int at) {
    return values[at];
  }

  void set(int at, long value) {
    values[at] = value;
  }

  void addTo(int at, long amount) {
    values[at] += amount;
  }

  /** The same numbers in another order: what is at {@code order[i]} comes to {@code i}. */
  Column in(int[] order) {
    Column sorted = new Column();
    sorted.values = new long[Math.max(1, order.length)];
    for (int i = 0; i < order.length; i++) {
      sorted.values[i] = values[order[i]];
    }
    sorted.size = order.length;
    return sorted;
  }
}
