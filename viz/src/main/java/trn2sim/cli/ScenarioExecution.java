package trn2sim.cli;

import java.util.Locale;
import java.util.function.BiFunction;
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
    return run(scenario, terminal, ScenarioRunner::run);
  }

  /** Without the further runs that only tell about time. */
  static RunResult runOnce(Scenario scenario, Terminal terminal) {
    return run(scenario, terminal, ScenarioRunner::runOnce);
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
      Scenario scenario, Terminal terminal, BiFunction<ScenarioRunner, Scenario, RunResult> how) {
    long start = System.nanoTime();
    try (Progress progress = Progress.start(terminal, scenario.name())) {
      RunResult result = how.apply(ScenarioRunner.standard().watchedBy(progress), scenario);
      progress.end();
      double seconds = (System.nanoTime() - start) / NANOS;
      terminal
          .err()
          .printf(
              Locale.ROOT,
              "%s: %d instructions, %d events, simulated in %.3f s%n",
              scenario.name(),
              result.instructions(),
              result.events(),
              seconds);
      return result;
    }
  }
}
