package trn2sim.traces.search;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.GapCauses;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;

/**
 * One timed run: how long it takes, and what its time is lost to.
 *
 * @param rate useful operations in a second
 * @param losses causes of lost time; where they are not known, the shares of the critical path
 * @param originalFails why the original of the kernel would fail, if it would
 */
record Experiment(long ps, double rate, Map<String, Long> losses, Optional<String> originalFails) {
  static Experiment of(Scenario scenario) {
    return of(new ScenarioRunner(EventListKind.SPLAY_TREE, 1).runOnce(scenario.timed()));
  }

  static Experiment of(RunResult run) {
    Map<String, Long> losses = new LinkedHashMap<>();
    GapCauses.of(run).forEach(cause -> losses.put(cause.name(), cause.ps()));
    if (losses.isEmpty()) {
      CriticalPath.of(run).shares().forEach(share -> losses.put(share.resource(), share.ps()));
    }
    return new Experiment(
        run.totalPs(),
        run.work().flopsPerRank() / Math.max(1, run.totalPs()),
        losses,
        run.neuron().flatMap(neuron -> neuron.launch().path()).flatMap(PathChoice::originalFails));
  }

  /** The run after some changes, seen from this one. */
  Tried changed(Variation variation, Experiment after) {
    double relative = rate == 0 ? 0 : after.rate / rate;
    return new Tried(variation, after.ps, ps, relative, why(after), after.originalFails);
  }

  /**
   * The loss that changed most in the direction in which the time did, and beside it one that
   * changed the other way by half as much or more: alone, the first would promise too much.
   */
  private String why(Experiment after) {
    if (!Tried.differs(ps, after.ps)) {
      return "no effect";
    }
    int direction = Long.signum(after.ps - ps);
    Optional<String> most = most(after, direction);
    if (most.isEmpty()) {
      return "no single cause";
    }
    long least = Math.abs(change(after, most.get())) / 2;
    String against =
        most(after, -direction)
            .filter(name -> Math.abs(change(after, name)) >= least)
            .map(name -> ", but " + words(after, name))
            .orElse("");
    return words(after, most.get()) + against;
  }

  /** The loss that grew most, or with a direction of -1 shrank most; the first of equal ones. */
  private Optional<String> most(Experiment after, int direction) {
    Set<String> names = new LinkedHashSet<>(losses.keySet());
    names.addAll(after.losses.keySet());
    String most = "";
    long largest = 0;
    for (String name : names) {
      long change = direction * change(after, name);
      if (change > largest) {
        largest = change;
        most = name;
      }
    }
    return most.isEmpty() ? Optional.empty() : Optional.of(most);
  }

  private String words(Experiment after, String name) {
    return name + " " + micros(loss(name)) + " -> " + micros(after.loss(name)) + " us";
  }

  private static String micros(long ps) {
    return ps == 0 ? "0" : Text.aboutMicros(ps);
  }

  private long change(Experiment after, String name) {
    return after.loss(name) - loss(name);
  }

  private long loss(String name) {
    return losses.getOrDefault(name, 0L);
  }
}
