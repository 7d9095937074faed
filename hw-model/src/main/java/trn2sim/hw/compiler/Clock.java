package trn2sim.hw.compiler;

import java.util.Arrays;

/** What is going to happen to nodes, earliest first; at one instant in program order. */
final class Clock {
  private long[] times = new long[64];
  private int[] nodes = new int[64];
  private int size;

  /** The instant of the next event, the latest there is if there is none. */
  long next() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  void add(long time, int node) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      nodes = Arrays.copyOf(nodes, 2 * size);
    }
    int at = size++;
    while (at > 0 && before(time, node, (at - 1) / 2)) {
      move((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    set(at, time, node);
  }

  /** Takes the next event and returns the node. */
  int poll() {
    int node = nodes[0];
    size--;
    if (size > 0) {
      sink(times[size], nodes[size]);
    }
    return node;
  }

  private void sink(long time, int node) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && before(times[child + 1], nodes[child + 1], child)) {
        child++;
      }
      if (!before(times[child], nodes[child], time, node)) {
        break;
      }
      move(child, at);
      at = child;
    }
    set(at, time, node);
  }

  private boolean before(long time, int node, int at) {
    return before(time, node, times[at], nodes[at]);
  }

  private static boolean before(long time, int node, long otherTime, int otherNode) {
    return time < otherTime || (time == otherTime && node < otherNode);
  }

  private void move(int from, int to) {
    times[to] = times[from];
    nodes[to] = nodes[from];
  }

  private void set(int at, long time, int node) {
    times[at] = time;
    nodes[at] = node;
  }
}
