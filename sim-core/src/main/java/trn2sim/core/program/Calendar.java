package trn2sim.core.program;

import java.util.Arrays;

/**
 * The time of a unit that several lanes share, handed out piece by piece: each use takes the
 * earliest gap that is long enough.
 */
public final class Calendar {
  private long[] starts = new long[8];
  private long[] ends = new long[8];
  private int first;
  private int size;

  /**
   * Takes {@code lengthPs} of the unit's time, no earlier than {@code readyPs}.
   *
   * @param nowPs the clock: nothing will be asked for before it
   * @return when the use starts
   */
  public long take(long readyPs, long lengthPs, long nowPs) {
    while (first < size && ends[first] <= nowPs) {
      first++;
    }
    int at = first;
    long start = readyPs;
    while (at < size && start + lengthPs > starts[at]) {
      start = Math.max(start, ends[at]);
      at++;
    }
    insert(at, start, start + lengthPs);
    return start;
  }

  private void insert(int at, long start, long end) {
    if (at > first && ends[at - 1] == start) {
      ends[at - 1] = end;
      return;
    }
    if (size == starts.length) {
      compact();
      at -= first;
      first = 0;
    }
    System.arraycopy(starts, at, starts, at + 1, size - at);
    System.arraycopy(ends, at, ends, at + 1, size - at);
    starts[at] = start;
    ends[at] = end;
    size++;
  }

  /** Drops what lies in the past, and grows if that was not enough. */
  private void compact() {
    int live = size - first;
    int length = Math.max(8, live * 2);
    starts = Arrays.copyOf(Arrays.copyOfRange(starts, first, size), length);
    ends = Arrays.copyOf(Arrays.copyOfRange(ends, first, size), length);
    size = live;
  }
}
