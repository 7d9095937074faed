package trn2sim.traces.analysis;

import java.util.Arrays;

/**
 * A quantity over time: from {@code at[i]} on it is {@code values[i] / scale}.
 *
 * @param group the core or chip it belongs to
 * @param name what is counted; counters of one group and name are parts of one sum
 * @param part which part of the sum, empty for a quantity without parts
 * @param unit of values and limit
 * @param limit the most that the sum can be, in its unit
 */
public record Counter(
    String group,
    String name,
    String part,
    String unit,
    double limit,
    int scale,
    long[] at,
    long[] values) {
  /** The same without points that change nothing. */
  Counter trimmed() {
    long[] keptAt = new long[at.length];
    long[] kept = new long[at.length];
    int size = 0;
    for (int i = 0; i < at.length; i++) {
      if (size == 0 || kept[size - 1] != values[i]) {
        keptAt[size] = at[i];
        kept[size++] = values[i];
      }
    }
    return new Counter(
        group,
        name,
        part,
        unit,
        limit,
        scale,
        Arrays.copyOf(keptAt, size),
        Arrays.copyOf(kept, size));
  }
}
