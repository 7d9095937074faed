package trn2sim.hw.compiler;

import java.util.Arrays;

/** A set of numbers that gives the smallest first. */
final class IntHeap {
  static final int NONE = Integer.MAX_VALUE;

  /** Which numbers count. */
  interface Condition {
    boolean holds(int value);
  }

  private int[] values = new int[16];
  private int size;

  /** The smallest number, or {@link #NONE}. */
  int first() {
    return size == 0 ? NONE : values[0];
  }

  /** The smallest number that meets the condition, or {@link #NONE}. */
  int first(Condition condition) {
    int best = NONE;
    for (int i = 0; i < size; i++) {
      if (values[i] < best && condition.holds(values[i])) {
        best = values[i];
      }
    }
    return best;
  }

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    int at = size++;
    while (at > 0 && values[(at - 1) / 2] > value) {
      values[at] = values[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    values[at] = value;
  }

  void remove(int value) {
    int at = 0;
    while (values[at] != value) {
      at++;
    }
    int moved = values[--size];
    if (at < size) {
      sink(at, moved);
    }
  }

  /** The number from the end may belong above or below the gap. */
  private void sink(int gap, int moved) {
    int at = gap;
    while (at > 0 && values[(at - 1) / 2] > moved) {
      values[at] = values[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && values[child + 1] < values[child]) {
        child++;
      }
      if (values[child] >= moved) {
        break;
      }
      values[at] = values[child];
      at = child;
    }
    values[at] = moved;
  }
}
