package trn2sim.traces.analysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.timeline.Track;

/** A set of instants made of disjoint half-open intervals, sorted, never empty or touching. */
public final class IntervalSet {
  /** No instant. */
  public static final IntervalSet EMPTY = new IntervalSet(new long[0], 0);

  /** The instants from {@code start} up to, but not including, {@code end}. */
  public record Interval(long start, long end) {}

  /** Starts at even, ends at odd positions. */
  private final long[] bounds;

  private IntervalSet(long[] bounds, int size) {
    this.bounds = size == bounds.length ? bounds : Arrays.copyOf(bounds, size);
  }

  /** The union of intervals in any order, which may overlap; an empty one adds nothing. */
  public static IntervalSet of(List<Interval> intervals) {
    Interval[] sorted =
        intervals.stream()
            .filter(interval -> interval.end > interval.start)
            .sorted(Comparator.comparingLong(Interval::start))
            .toArray(Interval[]::new);
    long[] bounds = new long[2 * sorted.length];
    int size = 0;
    for (Interval next : sorted) {
      Cancellation.check();
      if (size > 0 && next.start <= bounds[size - 1]) {
        bounds[size - 1] = Math.max(bounds[size - 1], next.end);
      } else {
        bounds[size++] = next.start;
        bounds[size++] = next.end;
      }
    }
    return new IntervalSet(bounds, size);
  }

  /** The time covered by a track's bars. */
  public static IntervalSet of(Track track) {
    Interval[] bars = new Interval[track.size()];
    Arrays.setAll(bars, bar -> new Interval(track.startPs(bar), track.endPs(bar)));
    return of(Arrays.asList(bars));
  }

  List<Interval> intervals() {
    Interval[] list = new Interval[bounds.length / 2];
    Arrays.setAll(list, i -> new Interval(bounds[2 * i], bounds[2 * i + 1]));
    return List.of(list);
  }

  /** Total length. */
  public long length() {
    long length = 0;
    for (int i = 0; i < bounds.length; i += 2) {
      length += bounds[i + 1] - bounds[i];
    }
    return length;
  }

  public IntervalSet union(IntervalSet other) {
    return merge(other, (here, there) -> here || there);
  }

  public IntervalSet intersection(IntervalSet other) {
    return merge(other, (here, there) -> here && there);
  }

  /** The instants of this set that are not in the other. */
  public IntervalSet difference(IntervalSet other) {
    return merge(other, (here, there) -> here && !there);
  }

  private interface Rule {
    boolean holds(boolean here, boolean there);
  }

  /** Sweeps over the bounds of both sets; an odd position means that the sweep is inside. */
  private IntervalSet merge(IntervalSet other, Rule rule) {
    long[] merged = new long[bounds.length + other.bounds.length];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < bounds.length || j < other.bounds.length) {
      Cancellation.check();
      long at = Math.min(bound(bounds, i), bound(other.bounds, j));
      i += bound(bounds, i) == at ? 1 : 0;
      j += bound(other.bounds, j) == at ? 1 : 0;
      boolean inside = rule.holds(i % 2 == 1, j % 2 == 1);
      if (inside != (size % 2 == 1)) {
        merged[size++] = at;
      }
    }
    return new IntervalSet(merged, size);
  }

  private static long bound(long[] bounds, int i) {
    return i < bounds.length ? bounds[i] : Long.MAX_VALUE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IntervalSet set && Arrays.equals(bounds, set.bounds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bounds);
  }

  @Override
  public String toString() {
    return intervals().toString();
  }
}
