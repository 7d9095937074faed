package trn2sim.traces.run;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.core.check.Invariants;
import trn2sim.core.program.DeadlockException;
import trn2sim.core.program.Runner;
import trn2sim.core.program.Semaphore;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.core.sim.SimulationException;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Assembly;
import trn2sim.hw.machine.CapacityException;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.MachineTimeline;
import trn2sim.hw.machine.WhatIf;
import trn2sim.hw.spec.yaml.SpecException;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.functional.FunctionalRun;
import trn2sim.kernels.functional.RankVerdict;
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
    try {
      return run(scenario, launch(scenario));
    } catch (KernelException e) {
      throw new KernelException(scenario.origin().locate(e.getMessage()));
    } catch (CapacityException | DeadlockException | OperandException | SimulationException e) {
      throw new RunFailure(scenario.origin().file(), e);
    }
  }

  /** A tile that no memory can hold is refused where it is made, without the kernel's help. */
  private static Launch launch(Scenario scenario) {
    try {
      return scenario.kernel().launch(scenario.request());
    } catch (IllegalArgumentException e) {
      throw new KernelException("shape or options: " + e.getMessage());
    }
  }

  private RunResult run(Scenario scenario, Launch launch) {
    Optional<FunctionalRun> functional = functional(scenario, launch);
    Runner.Listener listener =
        functional.<Runner.Listener>map(f -> f).orElse((process, task) -> {});
    Simulation simulation = new Simulation(eventList, RunLimits.DEFAULT);
    Machine machine = simulate(scenario, launch, simulation, listener, WhatIf.NOTHING);
    Timeline timeline = MachineTimeline.of(machine);
    Invariants.check(machine.processes(), timeline);
    List<RankVerdict> verdicts = functional.map(FunctionalRun::verify).orElse(List.of());
    SortedMap<String, Double> probe = new TreeMap<>();
    launch.probe().ifPresent(p -> probe.putAll(p.measure(machine)));
    Optional<ViewTimes> views = views(scenario, launch, timeline.endPs());
    return new RunResult(
        scenario, launch, machine, timeline, probe, verdicts, views, simulation.events());
  }

  private Machine simulate(
      Scenario scenario,
      Launch launch,
      Simulation simulation,
      Runner.Listener listener,
      WhatIf whatIf) {
    Machine machine =
        new Machine(scenario.device(), simulation, listener, launch.communicator(), whatIf);
    load(machine, new Assembler(scenario.device()), launch);
    machine.run();
    return machine;
  }

  /** Kernels that both communicate and compute are run again with one of the two for free. */
  private Optional<ViewTimes> views(Scenario scenario, Launch launch, long totalPs) {
    if (launch.communicator().isEmpty() || launch.flopsPerRank() == 0) {
      return Optional.empty();
    }
    Optional<Launch> baseline = scenario.kernel().baseline(scenario.request());
    OptionalLong sequential =
        baseline.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(time(scenario, baseline.get(), WhatIf.NOTHING));
    return Optional.of(
        new ViewTimes(
            totalPs,
            time(scenario, launch, new WhatIf(false, true)),
            time(scenario, launch, new WhatIf(true, false)),
            sequential));
  }

  private long time(Scenario scenario, Launch launch, WhatIf whatIf) {
    Simulation simulation = new Simulation(eventList, RunLimits.DEFAULT);
    Machine machine = simulate(scenario, launch, simulation, (process, task) -> {}, whatIf);
    return MachineTimeline.of(machine).endPs();
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

  /** Cores that share a script share its assembly. */
  private static void load(Machine machine, Assembler assembler, Launch launch) {
    Map<Script, Assembly> assemblies = new IdentityHashMap<>();
    for (Launch.CoreLaunch core : launch.cores()) {
      Assembly assembly = assemblies.computeIfAbsent(core.script(), assembler::assemble);
      List<Semaphore> semaphores =
          core.script().semaphores().stream()
              .map(name -> new Semaphore("core " + core.core() + " " + name))
              .toList();
      machine.load(core.core(), assembly, semaphores);
    }
  }
}
