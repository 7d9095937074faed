package trn2sim.traces.run;

import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.api.MachineKernel;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.traces.scenario.Scenario;

/** Runs scenarios, each on a machine and a simulation of its own; one runner serves any thread. */
public final class ScenarioRunner {
  private final EventListKind eventList;
  private final int threads;
  private final Watch watch;

  /**
   * @param threads threads for the arithmetic of a functional run
   */
  public ScenarioRunner(EventListKind eventList, int threads) {
    this(eventList, threads, Watch.NOBODY);
  }

  private ScenarioRunner(EventListKind eventList, int threads, Watch watch) {
    this.eventList = eventList;
    this.threads = threads;
    this.watch = watch;
  }

  /** Lets somebody look on. */
  public ScenarioRunner watchedBy(Watch onlooker) {
    return new ScenarioRunner(eventList, threads, onlooker);
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

  /** How long the kernel takes, and nothing else of it. */
  public Timing time(Scenario scenario) {
    return Attempt.of(
        scenario,
        () ->
            scenario.kernel() instanceof ScriptKernel kernel
                ? neuron(scenario, kernel).timing()
                : machine(scenario).timing());
  }

  private RunResult run(Scenario scenario, boolean compared) {
    return Attempt.of(
        scenario,
        () ->
            scenario.kernel() instanceof ScriptKernel kernel
                ? neuron(scenario, kernel).run(compared)
                : machine(scenario).run(compared));
  }

  private NeuronRunner neuron(Scenario scenario, ScriptKernel kernel) {
    return new NeuronRunner(eventList, threads, scenario, kernel, watch);
  }

  private MachineRunner machine(Scenario scenario) {
    return new MachineRunner(eventList, threads, scenario, (MachineKernel) scenario.kernel());
  }
}
