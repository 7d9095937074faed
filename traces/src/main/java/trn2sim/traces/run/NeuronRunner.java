package trn2sim.traces.run;

import static trn2sim.core.unit.Units.PS_PER_SECOND;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.core.check.Invariants;
import trn2sim.core.program.Runner;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.collective.LinkTraffic;
import trn2sim.hw.compiler.Compiler;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.TensorSpec;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.api.Work;
import trn2sim.kernels.api.Worker;
import trn2sim.kernels.functional.FunctionalRun;
import trn2sim.kernels.functional.RankVerdict;
import trn2sim.kernels.race.RaceDetector;
import trn2sim.traces.scenario.Scenario;

/** Runs a scenario whose kernel writes scripts for NeuronCores. */
final class NeuronRunner {

  private final EventListKind eventList;
  private final int threads;
  private final Scenario scenario;
  private final ScriptKernel kernel;
  private final Launch launch;
  private final Launch.Compilation compilation;
  private final Watch watch;

  NeuronRunner(
      EventListKind eventList, int threads, Scenario scenario, ScriptKernel kernel, Watch watch) {
    this.eventList = eventList;
    this.threads = threads;
    this.scenario = scenario;
    this.kernel = kernel;
    this.watch = watch;
    this.compilation = kernel.launch(scenario.request()).compiledBy(compiler());
    this.launch = compilation.launch();
    requireEffect();
  }

  private Compiler compiler() {
    return new Compiler(scenario.device().neuron(), scenario.ranks().lnc(), scenario.compiler());
  }

  /** A disturbance of something that takes no part would be a setting without effect. */
  private void requireEffect() {
    scenario
        .whatIf()
        .straggler()
        .filter(slow -> launch.cores().stream().noneMatch(core -> core.core() == slow.core()))
        .ifPresent(
            slow -> {
              int last = launch.cores().stream().mapToInt(Launch.CoreLaunch::core).max().orElse(0);
              throw new KernelException(
                  "what_if.straggler.core", slow.core(), "a core that takes part, 0 to " + last);
            });
    if (launch.communicator().isEmpty() && !scenario.whatIf().lostLinks().links().isEmpty()) {
      throw new KernelException(
          "what_if.lost_links",
          scenario.whatIf().lostLinks().links(),
          "none, for " + kernel.name() + " uses no links");
    }
  }

  long instructions() {
    return launch.cores().stream().mapToLong(core -> core.script().steps().size()).sum();
  }

  /** The kernel's time, and nothing else of it. */
  long totalPs() {
    return trials().totalPs();
  }

  /** Of the fused kernel over gathering first, if there is something to compare with. */
  OptionalDouble speedup() {
    return trials().speedup();
  }

  /** Both times that the speed-up is made of. */
  Timing timing() {
    return trials().timing();
  }

  private Trials trials() {
    Optional<Launch> baseline =
        Trials.fused(launch)
            ? kernel.baseline(scenario.request()).map(l -> l.compiledBy(compiler()).launch())
            : Optional.empty();
    return new Trials(eventList, scenario, launch, baseline, watch);
  }

  RunResult run(boolean compared) {
    Optional<FunctionalRun> functional = functional();
    Optional<RaceDetector> races = functional.map(computing -> new RaceDetector(launch));
    Runner.Listener listener =
        functional.map(computing -> computing.and(races.get())).orElse((process, task) -> {});
    Simulation simulation = new Simulation(eventList, RunLimits.DEFAULT);
    Trials trials = trials();
    Machine machine = trials.main(simulation, listener);
    Timeline timeline = TimelineReader.of(machine.processes());
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
        new Work(launch.flopsPerRank(), peakFlopsPerRank(), launch.problem()),
        outcome(machine, timeline, simulation.events()),
        Optional.of(new NeuronRun(compilation, machine)),
        probe,
        verdicts,
        views,
        replications);
  }

  private Optional<FunctionalRun> functional() {
    if (!scenario.run().computes()) {
      return Optional.empty();
    }
    if (launch.problem().isEmpty()) {
      throw scenario
          .origin()
          .refuse(
              "run.mode",
              scenario.run().mode().label(),
              "timing, because " + kernel.name() + " only measures time");
    }
    return Optional.of(new FunctionalRun(launch, scenario.run().functional(), threads));
  }

  /** Ranks start and end together, so that one time holds for all. */
  private Outcome outcome(Machine machine, Timeline timeline, long events) {
    List<Worker> workers =
        machine.processes().stream()
            .map(process -> new Worker(process, launch.cores().get(process.number()).rank()))
            .toList();
    return new Outcome(
        View.TOTAL,
        timeline,
        workers,
        List.of(timeline.endPs()),
        traffic(machine),
        List.of(),
        events);
  }

  private Traffic.Kinds traffic(Machine machine) {
    double stack = scenario.device().neuron().memory().stackBandwidth().bytesPerSecond();
    return new Traffic.Kinds(
        machine.links().stream().map(link -> Traffic.of(link, link.capacity())).toList(),
        machine.hbm().stream().map(hbm -> Traffic.of(hbm, stack / PS_PER_SECOND)).toList(),
        machine.dma().stream().map(dma -> Traffic.of(dma, Double.POSITIVE_INFINITY)).toList());
  }

  /**
   * What a rank's arrays can do, a quarter of it in fp32 (aws-neuron-sdk
   * nki/guides/architecture/trainium2_arch.rst: two passes of two cycles per row).
   */
  private double peakFlopsPerRank() {
    TensorSpec array = scenario.device().neuron().tensor();
    long ranks = launch.cores().stream().map(Launch.CoreLaunch::rank).distinct().count();
    int cores = (int) (launch.cores().size() / ranks);
    return cores
        * array.peakFlops()
        / (scenario.dtype() == DType.FP32 ? array.fp32().slowdown() : 1);
  }
}
