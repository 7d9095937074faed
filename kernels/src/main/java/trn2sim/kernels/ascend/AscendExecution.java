package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import trn2sim.core.check.Invariants;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.ascend.DieMemory;
import trn2sim.hw.ascend.Mesh;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.AscendSpec;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.TiledProblem;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.View;

/** Runs a plan on the dies of a mesh. */
final class AscendExecution implements Execution {
  private final AscendPlan plan;
  private final AscendSpec device;
  private final DType dtype;

  AscendExecution(AscendPlan plan, AscendSpec device, DType dtype) {
    this.plan = plan;
    this.device = device;
    this.dtype = dtype;
  }

  @Override
  public double flopsPerRank() {
    return 2.0 * plan.shape().m() * plan.shape().k() * plan.shape().n();
  }

  @Override
  public double peakFlopsPerRank() {
    return device.peakFlops();
  }

  @Override
  public TiledProblem problem() {
    return new AscendProblem(plan.ranks(), plan.shape(), dtype);
  }

  @Override
  public List<View> views() {
    return plan.ranks() == 1 ? List.of(View.TOTAL) : List.of(View.values());
  }

  @Override
  public Outcome run(View view, Simulation simulation) {
    Journal journal = new Journal(plan);
    List<DieMemory> memories = new ArrayList<>();
    for (int rank = 0; rank < plan.ranks(); rank++) {
      memories.add(new DieMemory("Die[" + rank + "].Hbm", device, plan.operandBytes(), simulation));
    }
    Mesh mesh = new Mesh(plan.ranks(), device, simulation);
    AscendRank.Node node =
        new AscendRank.Node(
            plan, device, view, simulation, memories, mesh, journal, new LinkedHashMap<>());
    Runner runner = new Runner(simulation, (process, task) -> {});
    List<AscendRank> ranks = new ArrayList<>();
    for (int rank = 0; rank < plan.ranks(); rank++) {
      ranks.add(new AscendRank(node, rank));
    }
    ranks.forEach(rank -> rank.load(runner, ranks));
    runner.run();
    List<Process> processes = runner.processes();
    Timeline timeline = TimelineReader.of(processes);
    Invariants.check(processes, timeline);
    return new Outcome(
        view,
        timeline,
        ranks.stream().flatMap(rank -> rank.workers().stream()).toList(),
        ranks.stream().map(AscendRank::endPs).toList(),
        traffic(memories, mesh),
        journal,
        simulation.events());
  }

  private Traffic.Kinds traffic(List<DieMemory> memories, Mesh mesh) {
    double hbm = device.memory().hbmPerPs();
    return new Traffic.Kinds(
        mesh.links().stream().map(link -> Traffic.of(link, device.comm().linkPerPs())).toList(),
        memories.stream()
            .map(memory -> new Traffic(memory.name(), memory.bytes(), memory.busyPs(), hbm))
            .toList(),
        List.of());
  }
}
