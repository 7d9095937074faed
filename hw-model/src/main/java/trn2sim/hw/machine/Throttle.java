package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.core.unit.Frequency;
import trn2sim.hw.spec.TensorSpec;

/**
 * The activity throttle of the array. Time is cut into windows; the work done in one (array cycles
 * times the share of rows in use) decides the pace of the next: full if it reached the threshold,
 * slow otherwise. It starts slow. A phase puts the end of the first, shorter window there. Inferred
 * from the throttle records of twelve public profiles, in which 416 windows of 416 follow this
 * rule.
 */
final class Throttle {
  /** A change of pace. */
  record Change(long atPs, boolean fast) {}

  private static final int PERCENT = 100;

  private final Frequency clock;
  private final long windowCycles;
  private final double thresholdCycles;
  private final int slowFactor;
  private final int issueCycles;
  private final long phasePs;
  private final double cyclesPerPs;
  private final List<Change> changes = new ArrayList<>();
  private long window;
  private double work;
  private boolean fast;
  private boolean used;

  Throttle(TensorSpec array) {
    clock = array.clock();
    windowCycles = array.throttle().windowCycles();
    thresholdCycles = windowCycles * array.throttle().threshold();
    slowFactor = array.throttle().slowFactor();
    phasePs = array.throttle().phasePs();
    issueCycles = array.issueCycles();
    cyclesPerPs = clock.hertz() / 1e12;
    window = phasePs > 0 ? -1 : 0;
  }

  /** Slow-down in force where the last pass ended. */
  int factor() {
    return fast ? 1 : slowFactor;
  }

  /** Slow-down in force at an instant, or where the last pass ended if that is later. */
  int factorAt(long atPs) {
    advanceTo(atPs);
    return factor();
  }

  List<Change> changes() {
    return changes;
  }

  /**
   * In percent of the full pace, from an instant on; it starts at the slow one. Nothing for an
   * array that no pass went through.
   */
  SortedMap<Long, Integer> pace() {
    if (!used) {
      return Collections.emptySortedMap();
    }
    int slow = PERCENT / slowFactor;
    SortedMap<Long, Integer> pace = new TreeMap<>(Map.of(0L, slow));
    changes.forEach(change -> pace.put(change.atPs, change.fast ? PERCENT : slow));
    return pace;
  }

  /** Sends a pass through the array from {@code startPs} on; returns when the next may follow. */
  long stream(long startPs, long cycles, double activeRows) {
    used = true;
    long at = startPs;
    double left = cycles;
    while (true) {
      advanceTo(at);
      long end = windowEnd();
      double pace = factor();
      long extra = fast ? issueCycles : 0;
      if (at + left * pace / cyclesPerPs <= end) {
        work += left * activeRows;
        return at + psFor(left * pace + extra);
      }
      double done = (end - at) * cyclesPerPs / pace;
      work += done * activeRows;
      left -= done;
      at = end;
    }
  }

  /** Whole cycles convert exactly; what is left of a pass after a window's end is a fraction. */
  private long psFor(double cycles) {
    long whole = (long) cycles;
    return whole == cycles ? clock.psFor(whole) : clock.psForFraction(cycles);
  }

  private long windowEnd() {
    return phasePs + clock.psFor((window + 1) * windowCycles);
  }

  private void advanceTo(long atPs) {
    while (atPs >= windowEnd()) {
      boolean next = work >= thresholdCycles;
      if (next != fast) {
        changes.add(new Change(windowEnd(), next));
      }
      fast = next;
      work = 0;
      window++;
      if (!fast) {
        window = Math.max(window, clock.cyclesIn(Math.max(0, atPs - phasePs)) / windowCycles);
      }
    }
  }
}
