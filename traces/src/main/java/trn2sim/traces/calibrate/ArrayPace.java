package trn2sim.traces.calibrate;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.profile.ThrottleWindow;

/** At which pace the arrays of a profile ran when. */
final class ArrayPace {
  private final Map<Integer, TreeMap<Long, ThrottleWindow>> cores = new HashMap<>();

  ArrayPace(Profile profile) {
    for (ThrottleWindow window : profile.throttle()) {
      cores.computeIfAbsent(window.core(), c -> new TreeMap<>()).put(window.startPs(), window);
    }
  }

  /** The pace of an instruction that met no change of it. */
  Optional<TimedPart> during(Instructions rows, int row) {
    return Optional.ofNullable(cores.get(rows.core(row)))
        .map(windows -> windows.floorEntry(rows.startPs(row)))
        .map(Map.Entry::getValue)
        .filter(window -> rows.donePs(row) <= window.endPs())
        .map(window -> window.k() == window.n() ? TimedPart.FULL_PACE : TimedPart.SLOW_PACE);
  }
}
