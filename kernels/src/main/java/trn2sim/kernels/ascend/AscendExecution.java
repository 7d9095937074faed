package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import trn2sim.core.program.Runner;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.ascend.DieMemory;
import trn2sim.hw.ascend.Mesh;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.AscendSpec;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.GatheredProduct;
import trn2sim.kernels.api.MachineRun;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.Problem.Tensor;
import trn2sim.kernels.api.RunSetup;
import trn2sim.kernels.api.SharedTensors;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.Work;

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
  public Work work() {
    double flops = 2.0 * plan.shape().m() * plan.shape().k() * plan.shape().n();
    return new Work(flops, device.peakFlops(), Optional.of(problem()));
  }

  /** Every rank computes the whole product; all have the same right operand, that of rank 0. */
  private GatheredProduct problem() {
    AscendPlan.Shape shape = plan.shape();
    return new GatheredProduct(
        new Tensor("a", shape.m() / plan.ranks(), shape.k(), dtype),
        plan.ranks(),
        new Tensor("b", shape.k(), shape.n(), dtype),
        new Tensor("c", shape.m(), shape.n(), DType.FP32),
        new GatheredProduct.Form(false, true, 1));
  }

  @Override
  public List<View> views() {
    return plan.ranks() == 1 ? List.of(View.TOTAL) : List.of(View.values());
  }

  @Override
  public Outcome run(RunSetup run) {
    Simulation simulation = run.simulation();
    List<DieMemory> memories = new ArrayList<>();
    for (int rank = 0; rank < plan.ranks(); rank++) {
      memories.add(new DieMemory("Die[" + rank + "].Hbm", device, plan.operandBytes(), simulation));
    }
    Mesh mesh = new Mesh(plan.ranks(), device, simulation);
    AscendRank.Node node =
        new AscendRank.Node(
            plan,
            SharedTensors.of(problem(), "window"),
            device,
            run.view(),
            simulation,
            memories,
            mesh,
            new LinkedHashMap<>());
    Runner runner = new Runner(simulation, run.listener());
    List<AscendRank> ranks = new ArrayList<>();
    for (int rank = 0; rank < plan.ranks(); rank++) {
      ranks.add(new AscendRank(node, rank));
    }
    ranks.forEach(rank -> rank.load(runner, ranks));
    run.run(runner);
    return new Outcome(
        run.timeline(runner.processes()),
        ranks.stream().flatMap(rank -> rank.workers().stream()).toList(),
        ranks.stream().map(AscendRank::endPs).toList(),
        traffic(memories, mesh),
        new AscendEffects(node, ranks),
        simulation.events(),
        new MachineRun.OtherRun());
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
