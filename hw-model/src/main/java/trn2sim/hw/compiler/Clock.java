package trn2sim.hw.compiler;

import java.util.Arrays;

/** What is going to happen to nodes, earliest first; at one instant in the order of the codes. */
final class Clock {
  private long[] times = new long[64];
  private int[] codes = new int[64];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** The instant of the next event. */
  long next() {
    return times[0];
  }

  void add(long time, int code) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      codes = Arrays.copyOf(codes, 2 * size);
    }
    int at = size++;
    while (at > 0 && before(time, code, (at - 1) / 2)) {
      move((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    set(at, time, code);
  }

  /** Takes the next event and returns its code. */
  int poll() {
    int code = codes[0];
    size--;
    if (size > 0) {
      sink(times[size], codes[size]);
    }
    return code;
  }

  private void sink(long time, int code) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && before(times[child + 1], codes[child + 1], child)) {
        child++;
      }
      if (!before(times[child], codes[child], time, code)) {
        break;
      }
      move(child, at);
      at = child;
    }
    set(at, time, code);
  }

  private boolean before(long time, int code, int at) {
    return before(time, code, times[at], codes[at]);
  }

  private static boolean before(long time, int code, long otherTime, int otherCode) {
    return time < otherTime || (time == otherTime && code < otherCode);
  }

  private void move(int from, int to) {
    times[to] = times[from];
    codes[to] = codes[from];
  }

  private void set(int at, long time, int code) {
    times[at] = time;
    codes[at] = code;
  }
}
