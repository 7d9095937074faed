package trn2sim.traces.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import trn2sim.traces.analysis.IntervalSet.Interval;

class IntervalSetTest {
  private static final int END = 40;

  @Test
  void joinsWhatOverlapsOrTouches() {
    IntervalSet set = set(5, 7, 0, 2, 2, 3, 6, 9);
    assertEquals(List.of(new Interval(0, 3), new Interval(5, 9)), set.intervals());
    assertEquals(7, set.length());
    assertEquals(IntervalSet.EMPTY, set(4, 4));
  }

  @Property(tries = 300)
  void agreesWithSetsOfInstants(
      @ForAll @Size(max = 12) List<@IntRange(max = END) Integer> a,
      @ForAll @Size(max = 12) List<@IntRange(max = END) Integer> b) {
    IntervalSet first = set(a.stream().mapToLong(i -> i).toArray());
    IntervalSet second = set(b.stream().mapToLong(i -> i).toArray());
    for (long at = 0; at <= END; at++) {
      boolean here = holds(first, at);
      boolean there = holds(second, at);
      assertEquals(here || there, holds(first.union(second), at));
      assertEquals(here && there, holds(first.intersection(second), at));
      assertEquals(here && !there, holds(first.difference(second), at));
    }
    assertEquals(
        first.length() + second.length(),
        first.union(second).length() + first.intersection(second).length());
    requireCanonical(first.difference(second));
    requireCanonical(first.union(second));
  }

  private static void requireCanonical(IntervalSet set) {
    long last = -1;
    for (Interval interval : set.intervals()) {
      assertTrue(interval.start() > last && interval.end() > interval.start(), set::toString);
      last = interval.end();
    }
  }

  private static boolean holds(IntervalSet set, long at) {
    return set.intervals().stream().anyMatch(i -> i.start() <= at && at < i.end());
  }

  private static IntervalSet set(long... bounds) {
    List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i + 1 < bounds.length; i += 2) {
      intervals.add(new Interval(bounds[i], bounds[i + 1]));
    }
    return IntervalSet.of(intervals);
  }
}
