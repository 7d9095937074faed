package trn2sim.cli;

import trn2sim.core.program.DeadlockException;
import trn2sim.core.sim.SimulationException;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.machine.CapacityException;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;

/** Runs a scenario for a command: progress while it lasts, the file's name in its failures. */
final class ScenarioExecution {
  private static final double NANOS = 1e9;

  private ScenarioExecution() {}

  static RunResult run(Scenario scenario, Terminal terminal) {
    long start = System.nanoTime();
    try (Progress progress = Progress.start(terminal, "running " + scenario.name())) {
      RunResult result = ScenarioRunner.standard().run(scenario);
      progress.end();
      double seconds = (System.nanoTime() - start) / NANOS;
      terminal
          .err()
          .printf(
              java.util.Locale.ROOT,
              "%s: %d instructions, %d events, simulated in %.3f s%n",
              scenario.name(),
              result.instructions(),
              result.events(),
              seconds);
      return result;
    } catch (CapacityException | DeadlockException | OperandException | SimulationException e) {
      throw new ScenarioFailure(scenario.origin().file() + ": " + e.getMessage(), e);
    }
  }
}
