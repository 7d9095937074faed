package trn2sim.traces.run;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.core.check.Invariants;
import trn2sim.core.program.DeadlockException;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.core.sim.SimulationException;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.collective.LinkTraffic;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.machine.CapacityException;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.MachineTimeline;
import trn2sim.hw.spec.yaml.SpecException;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.functional.FunctionalRun;
import trn2sim.kernels.functional.RankVerdict;
import trn2sim.kernels.race.RaceDetector;
import trn2sim.kernels.race.RaceException;
import trn2sim.traces.scenario.Scenario;

/** Runs scenarios, each on a machine and a simulation of its own; one runner serves any thread. */
public final class ScenarioRunner {
  private final EventListKind eventList;
  private final int threads;

  /**
   * @param threads threads for the arithmetic of a functional run
   */
  public ScenarioRunner(EventListKind eventList, int threads) {
    this.eventList = eventList;
    this.threads = threads;
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
    try {
      return run(scenario, launch(scenario), compared);
    } catch (KernelException e) {
      throw new KernelException(scenario.origin().locate(e.getMessage()));
    } catch (CapacityException
        | DeadlockException
        | OperandException
        | RaceException
        | SimulationException e) {
      throw new RunFailure(scenario.origin().file(), e);
    }
  }

  /** A tile that no memory can hold is refused where it is made, without the kernel's help. */
  private static Launch launch(Scenario scenario) {
    try {
      Launch launch = scenario.kernel().launch(scenario.request());
      requireEffect(scenario, launch);
      return launch;
    } catch (IllegalArgumentException e) {
      throw new KernelException("shape or options: " + e.getMessage());
    }
  }

  /** A disturbance of something that takes no part would be a setting without effect. */
  private static void requireEffect(Scenario scenario, Launch launch) {
    scenario
        .whatIf()
        .straggler()
        .filter(slow -> launch.cores().stream().noneMatch(core -> core.core() == slow.core()))
        .ifPresent(
            slow -> {
              int last = launch.cores().stream().mapToInt(Launch.CoreLaunch::core).max().orElse(0);
              throw new KernelException(
                  "what_if.straggler.core: found "
                      + slow.core()
                      + ", expected a core that takes part, 0 to "
                      + last);
            });
    if (launch.communicator().isEmpty() && !scenario.whatIf().lostLinks().links().isEmpty()) {
      throw new KernelException(
          "what_if.lost_links: found "
              + scenario.whatIf().lostLinks().links()
              + ", expected none, for "
              + scenario.kernel().name()
              + " uses no links");
    }
  }

  private RunResult run(Scenario scenario, Launch launch, boolean compared) {
    Optional<FunctionalRun> functional = functional(scenario, launch);
    Optional<RaceDetector> races = functional.map(computing -> new RaceDetector(launch));
    Runner.Listener listener =
        functional.map(computing -> computing.and(races.get())).orElse((process, task) -> {});
    Simulation simulation = new Simulation(eventList, RunLimits.DEFAULT);
    Trials trials = new Trials(eventList, scenario, launch);
    Machine machine = trials.main(simulation, listener);
    Timeline timeline = MachineTimeline.of(machine);
    Invariants.check(machine.processes(), timeline);
    launch
        .communicator()
        .ifPresent(who -> new LinkTraffic(who, launch.roles()).check(machine.links()));
    races.ifPresent(RaceDetector::finish);
    List<RankVerdict> verdicts = functional.map(FunctionalRun::verify).orElse(List.of());
    SortedMap<String, Double> probe = new TreeMap<>();
    launch.probe().ifPresent(p -> probe.putAll(p.measure(machine)));
    Optional<ViewTimes> views = compared ? trials.views(timeline.endPs()) : Optional.empty();
    Optional<Replications> replications =
        compared ? trials.replications(timeline.endPs(), views) : Optional.empty();
    return new RunResult(
        scenario,
        launch,
        machine,
        timeline,
        probe,
        verdicts,
        views,
        replications,
        simulation.events());
  }

  private Optional<FunctionalRun> functional(Scenario scenario, Launch launch) {
    if (!scenario.run().computes()) {
      return Optional.empty();
    }
    if (launch.problem().isEmpty()) {
      throw SpecException.at(
          scenario.origin().place("run.mode"),
          scenario.run().mode().label(),
          "timing, because " + scenario.kernel().name() + " only measures time");
    }
    return Optional.of(
        new FunctionalRun(launch, scenario.run().data(), scenario.run().seed(), threads));
  }
}
