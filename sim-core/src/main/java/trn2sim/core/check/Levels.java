package trn2sim.core.check;

import java.util.Arrays;
import java.util.BitSet;

/**
 * An amount over time, from one instant of change to the next.
 *
 * @param atPs the instants, each later than the one before
 * @param units the amount from that instant on
 */
public record Levels(long[] atPs, long[] units) {

  /**
   * Sums changes, given in any order.
   *
   * @param atPs when each happens
   * @param changes by how much
   */
  static Levels of(long[] atPs, long[] changes) {
    long[] instants = atPs.clone();
    Arrays.sort(instants);
    int count = distinct(instants);
    long[] units = new long[count];
    for (int i = 0; i < changes.length; i++) {
      units[Arrays.binarySearch(instants, 0, count, atPs[i])] += changes[i];
    }
    for (int i = 1; i < count; i++) {
      units[i] += units[i - 1];
    }
    return new Levels(Arrays.copyOf(instants, count), units);
  }

  /** Moves the distinct ones of sorted numbers to the front; returns how many these are. */
  private static int distinct(long[] sorted) {
    int count = 0;
    for (long number : sorted) {
      if (count == 0 || sorted[count - 1] != number) {
        sorted[count++] = number;
      }
    }
    return count;
  }

  /** How many instants of change there are. */
  public int size() {
    return atPs.length;
  }

  /**
   * The same for a drawing: of each interval of this length the lowest, highest and last amount.
   */
  public Levels drawn(long intervalPs) {
    BitSet kept = new BitSet(size());
    for (int start = 0, end; start < size(); start = end) {
      long interval = atPs[start] / intervalPs;
      int low = start;
      int high = start;
      for (end = start + 1; end < size() && atPs[end] / intervalPs == interval; end++) {
        low = units[end] < units[low] ? end : low;
        high = units[end] > units[high] ? end : high;
      }
      kept.set(low);
      kept.set(high);
      kept.set(end - 1);
    }
    return new Levels(
        kept.stream().mapToLong(i -> atPs[i]).toArray(),
        kept.stream().mapToLong(i -> units[i]).toArray());
  }

  /** The largest amount, zero if there never is any. */
  public long peak() {
    long peak = 0;
    for (long amount : units) {
      peak = Math.max(peak, amount);
    }
    return peak;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Levels that
        && Arrays.equals(atPs, that.atPs)
        && Arrays.equals(units, that.units);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(atPs) + Arrays.hashCode(units);
  }
}
