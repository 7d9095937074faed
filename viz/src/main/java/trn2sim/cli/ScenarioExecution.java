package trn2sim.cli;

import java.util.Locale;
import java.util.function.BiFunction;
import trn2sim.core.sim.RunPart;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Range;
import trn2sim.traces.range.RangeSearch;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;

/** Runs a scenario for a command: progress while it lasts, the file's name in its failures. */
final class ScenarioExecution {
  private static final double NANOS = 1e9;

  private ScenarioExecution() {}

  static RunResult run(Scenario scenario, Terminal terminal) {
    return run(scenario, terminal, new PartTimes());
  }

  /**
   * @param times hears how long the parts of it take
   */
  static RunResult run(Scenario scenario, Terminal terminal, PartTimes times) {
    return run(scenario, terminal, times, ScenarioRunner::run);
  }

  /** Without the further runs that only tell about time. */
  static RunResult runOnce(Scenario scenario, Terminal terminal) {
    return run(scenario, terminal, new PartTimes(), ScenarioRunner::runOnce);
  }

  /** The range of a run that was made before. */
  static Range range(RunResult result, Terminal terminal) {
    long start = System.nanoTime();
    String name = result.scenario().name();
    try (Progress progress =
        Progress.start(terminal, name + " range", RangeSearch.variantsAtMost(result))) {
      Range range = RangeSearch.of(result, progress::step);
      progress.end();
      double seconds = (System.nanoTime() - start) / NANOS;
      terminal
          .err()
          .printf(
              Locale.ROOT,
              "%s: range from %d simulations in %.3f s%n",
              name,
              range.effort().simulations(),
              seconds);
      return range;
    }
  }

  private static RunResult run(
      Scenario scenario,
      Terminal terminal,
      PartTimes times,
      BiFunction<ScenarioRunner, Scenario, RunResult> how) {
    try (Progress progress = Progress.start(terminal, scenario.name())) {
      ScenarioRunner runner = ScenarioRunner.standard().watchedBy(progress);
      RunResult result =
          RunPart.heard(times, () -> RunPart.FIGURES.of(() -> how.apply(runner, scenario)));
      progress.end();
      double beside =
          times.seconds(RunPart.RECORDING)
              + times.seconds(RunPart.READING)
              + times.seconds(RunPart.REFERENCE);
      terminal
          .err()
          .printf(
              Locale.ROOT,
              "%s: %s, %s, %s%s%ssimulated in %.3f s%n",
              scenario.name(),
              Text.count(result.instructions(), "instruction"),
              Text.count(result.events(), "event"),
              spent(times, RunPart.RECORDING, "recorded"),
              spent(times, RunPart.READING, "read"),
              spent(times, RunPart.REFERENCE, "reference computed"),
              times.seconds() - beside);
      return result;
    }
  }

  private static String spent(PartTimes times, RunPart part, String did) {
    return times.has(part) ? Text.format("%s in %.3f s, ", did, times.seconds(part)) : "";
  }
}
