package trn2sim.traces.search;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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

  /** The loss that changed most in the direction in which the time did. */
  private String why(Experiment after) {
    if (after.ps == ps) {
      return "no effect";
    }
    Map<String, Long> all = new LinkedHashMap<>(losses);
    after.losses.forEach(all::putIfAbsent);
    int direction = Long.signum(after.ps - ps);
    String most = "";
    long largest = 0;
    for (String name : all.keySet()) {
      long change = direction * (after.loss(name) - loss(name));
      if (change > largest) {
        largest = change;
        most = name;
      }
    }
    return most.isEmpty()
        ? "no single cause"
        : Text.format(
            "%s %.1f -> %.1f us", most, loss(most) / PS_PER_US, after.loss(most) / PS_PER_US);
  }

  private long loss(String name) {
    return losses.getOrDefault(name, 0L);
  }
}
