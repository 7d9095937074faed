package trn2sim.kernels.api;

import static trn2sim.core.unit.Units.PS_PER_SECOND;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.core.program.DeadlockException;
import trn2sim.core.resource.Channel;
import trn2sim.core.sim.RunPart;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.collective.LinkTraffic;
import trn2sim.hw.dma.DmaEngines;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Disturbances;
import trn2sim.hw.machine.Free;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.WhatIf;

/** Runs scripts on NeuronCores. */
final class NeuronExecution implements Execution {
  private final Request request;
  private final Launch.Compilation compilation;
  private final Launch launch;
  private final Optional<Launch> baseline;

  /** Views of one launch share what it assembles. */
  private final Assembler assembler;

  NeuronExecution(ScriptKernel kernel, Request request) {
    this.request = request;
    this.assembler = new Assembler(request.device().neuron(), request.ranks().lnc());
    Launch written = kernel.launch(request);
    this.compilation = RunPart.ORDERING.of(() -> written.compiledBy(request.newCompiler()));
    this.launch = compilation.launch();
    if (launch.communicator().isEmpty() && !request.lost().links().isEmpty()) {
      throw new KernelException(
          "what_if.lost_links",
          request.lost().links(),
          "none: " + kernel.name() + " does not communicate");
    }
    this.baseline =
        fused() && request.ranks().tp() > 1
            ? kernel
                .baseline(request, written)
                .map(apart -> apart.compiledBy(request.newCompiler()).launch())
            : Optional.empty();
  }

  /** Whether it both communicates and computes. A rank by itself has nothing to gather first. */
  private boolean fused() {
    return launch.communicator().isPresent() && launch.flopsPerRank() > 0;
  }

  @Override
  public Work work() {
    int first = launch.cores().get(0).rank();
    List<Script> scripts =
        launch.cores().stream()
            .filter(core -> core.rank() == first)
            .map(Launch.CoreLaunch::script)
            .toList();
    double peak = scripts.size() * PeakRate.of(request.device().neuron().tensor(), scripts);
    return new Work(launch.flopsPerRank(), peak, launch.problem());
  }

  /** Kernels that both communicate and compute are run again with one of the two for free. */
  @Override
  public List<View> views() {
    List<View> views = new ArrayList<>(List.of(View.TOTAL));
    if (fused()) {
      views.addAll(List.of(View.COMPUTE_ONLY, View.COMM_ONLY));
    }
    baseline.ifPresent(exists -> views.add(View.SEQUENTIAL));
    return views;
  }

  @Override
  public OptionalLong instructions() {
    return OptionalLong.of(
        launch.cores().stream().mapToLong(core -> core.script().steps().size()).sum());
  }

  /** Ranks start and end together, so that one time holds for all. */
  @Override
  public Outcome run(RunSetup setup) {
    requireEffect(setup.disturbances());
    Launch what = setup.view() == View.SEQUENTIAL ? baseline.orElseThrow() : launch;
    WhatIf whatIf = new WhatIf(free(setup.view()), setup.disturbances());
    Machine machine =
        new Machine(request.device().neuron(), setup.runner(), what.communicator(), whatIf);
    what.load(machine, assembler);
    setup.loaded().accept(machine.processes());
    RunPart.SIMULATING.of(() -> run(machine, what));
    Timeline timeline = setup.timeline(machine.processes());
    SortedMap<String, Double> probe = new TreeMap<>();
    if (setup.view() == View.TOTAL) {
      check(machine);
      launch.probe().filter(p -> setup.rows()).ifPresent(p -> probe.putAll(p.measure(machine)));
    }
    return new Outcome(
        timeline,
        machine.processes().stream()
            .map(process -> new Worker(process, what.cores().get(process.number()).rank()))
            .toList(),
        List.of(timeline.endPs()),
        traffic(machine),
        what.effects(),
        setup.simulation().events(),
        new NeuronRun(compilation, machine, baseline),
        probe);
  }

  private static Free free(View view) {
    return switch (view) {
      case COMM_ONLY -> Free.ARITHMETIC;
      case COMPUTE_ONLY -> Free.COLLECTIVES;
      case TOTAL, SEQUENTIAL -> Free.NOTHING;
    };
  }

  /** A kernel with a source is told where in it a deadlock begins. */
  private static Machine run(Machine machine, Launch what) {
    try {
      machine.run();
      return machine;
    } catch (DeadlockException e) {
      throw what.source(e.process(), e.task(), SourceLines::of)
          .map(place -> e.in(place.innermost() + meeting(what, e)))
          .orElse(e);
    }
  }

  /** What one core alone cannot do. */
  private static String meeting(Launch what, DeadlockException e) {
    Instruction stuck = what.cores().get(e.process()).script().steps().get(e.task()).instruction();
    boolean both = stuck instanceof CoreBarrier || stuck instanceof CollectivePermute;
    return both && what.roles().size() > 1 ? ", which both cores of a rank must reach" : "";
  }

  /** A disturbance of something that takes no part would be a setting without effect. */
  private void requireEffect(Disturbances disturbances) {
    disturbances
        .straggler()
        .filter(slow -> launch.cores().stream().noneMatch(core -> core.core() == slow.core()))
        .ifPresent(
            slow -> {
              int last = launch.cores().stream().mapToInt(Launch.CoreLaunch::core).max().orElse(0);
              throw new KernelException(
                  "what_if.straggler.core", slow.core(), "a core that takes part, 0 to " + last);
            });
  }

  private void check(Machine machine) {
    launch
        .communicator()
        .ifPresent(who -> new LinkTraffic(who, launch.roles()).check(machine.links()));
  }

  private Traffic.Kinds traffic(Machine machine) {
    double stack = request.device().neuron().memory().stackBandwidth().bytesPerSecond();
    return new Traffic.Kinds(
        machine.links().stream().map(link -> Traffic.of(link, link.capacity())).toList(),
        machine.hbm().stream().map(hbm -> Traffic.of(hbm, stack / PS_PER_SECOND)).toList(),
        machine.dma().stream().map(NeuronExecution::traffic).toList());
  }

  private static Traffic traffic(DmaEngines.Engine engine) {
    Channel channel = engine.channel();
    return new Traffic(engine.name(), channel.bytes(), channel.busyPs(), Double.POSITIVE_INFINITY);
  }
}
