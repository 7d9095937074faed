package trn2sim.traces.run;

import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.api.MachineKernel;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.traces.scenario.Scenario;

/** Runs scenarios, each on a machine and a simulation of its own; one runner serves any thread. */
public final class ScenarioRunner {
  private final EventListKind eventList;
  private final int threads;
  private final long mostInstructions;
  private final Watch watch;

  /**
   * @param threads threads for the arithmetic of a functional run
   */
  public ScenarioRunner(EventListKind eventList, int threads) {
    this(eventList, threads, Long.MAX_VALUE, Watch.NOBODY);
  }

  private ScenarioRunner(EventListKind eventList, int threads, long mostInstructions, Watch watch) {
    this.eventList = eventList;
    this.threads = threads;
    this.mostInstructions = mostInstructions;
    this.watch = watch;
  }

  /** Refuses larger runs on NeuronCores with a {@link TooLargeException}. */
  public ScenarioRunner upTo(long instructions) {
    return new ScenarioRunner(eventList, threads, instructions, watch);
  }

  /** Lets somebody look on. */
  public ScenarioRunner watchedBy(Watch onlooker) {
    return new ScenarioRunner(eventList, threads, mostInstructions, onlooker);
  }

  /** The usual event list, the arithmetic on every processor. */
  public static ScenarioRunner standard() {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, Runtime.getRuntime().availableProcessors());
  }

  /** Runs to the end; a request the kernel refuses is reported with its place in the file. */
  public RunResult run(Scenario scenario) {
    return run(scenario, true);
  }

  /** The same without the views and replications that only tell about time. */
  public RunResult runOnce(Scenario scenario) {
    return run(scenario, false);
  }

  private RunResult run(Scenario scenario, boolean compared) {
    return Attempt.of(
        scenario,
        () ->
            scenario.kernel() instanceof ScriptKernel kernel
                ? neuron(scenario, kernel).run(compared)
                : new MachineRunner(eventList, threads, scenario, (MachineKernel) scenario.kernel())
                    .run(compared));
  }

  private NeuronRunner neuron(Scenario scenario, ScriptKernel kernel) {
    NeuronRunner runner = new NeuronRunner(eventList, threads, scenario, kernel, watch);
    if (runner.instructions() > mostInstructions) {
      throw new TooLargeException(runner.instructions(), mostInstructions);
    }
    return runner;
  }
}
