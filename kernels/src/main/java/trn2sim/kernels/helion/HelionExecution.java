package trn2sim.kernels.helion;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.check.Invariants;
import trn2sim.core.program.Runner;
import trn2sim.core.program.Semaphore;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.gpu.BlockGrid;
import trn2sim.hw.gpu.GpuChip;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.GpuSpec;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.TileEffect;
import trn2sim.kernels.api.TiledProblem;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.Worker;

/**
 * Runs the gather and the matmul on the GPUs of a node, or on the one GPU there is, whose peers are
 * then across the link.
 */
final class HelionExecution implements Execution {
  private final GatherPlan plan;
  private final GpuSpec gpu;
  private final DType dtype;
  private final boolean commFirst;
  private final BlockGrid.Dispatch dispatch;

  HelionExecution(
      GatherPlan plan, GpuSpec gpu, DType dtype, boolean commFirst, BlockGrid.Dispatch dispatch) {
    this.plan = plan;
    this.gpu = gpu;
    this.dtype = dtype;
    this.commFirst = commFirst;
    this.dispatch = dispatch;
  }

  @Override
  public double flopsPerRank() {
    return 2.0 * plan.gemm().m() * plan.gemm().k() * plan.gemm().n();
  }

  @Override
  public double peakFlopsPerRank() {
    return gpu.peakFlops();
  }

  @Override
  public TiledProblem problem() {
    return new HelionProblem(
        plan.shardRows(), plan.ranks(), plan.gemm().k(), plan.gemm().n(), dtype);
  }

  @Override
  public List<View> views() {
    return List.of(View.values());
  }

  @Override
  public Outcome run(View view, Simulation simulation) {
    List<TileEffect> work = new ArrayList<>();
    Runner runner = new Runner(simulation, (process, task) -> {});
    List<Semaphore> barriers =
        List.of(new Semaphore("begin barrier"), new Semaphore("end barrier"));
    HelionRank.Setup setup = new HelionRank.Setup(plan, gpu, view, commFirst, dispatch);
    List<HelionRank> ranks = new ArrayList<>();
    int simulated = gpu.gpus() == 1 ? 1 : plan.ranks();
    for (int rank = 0; rank < simulated; rank++) {
      HelionRank member = new HelionRank(setup, rank, simulation, work::add);
      member.load(runner, barriers);
      ranks.add(member);
    }
    runner.run();
    Timeline timeline = TimelineReader.of(runner.processes());
    Invariants.check(runner.processes(), timeline);
    return new Outcome(
        view,
        timeline,
        ranks.stream().map(rank -> new Worker(rank.process(), rank.rank())).toList(),
        ranks.stream().map(HelionRank::endPs).toList(),
        traffic(ranks),
        view == View.COMM_ONLY ? List.of() : work,
        simulation.events());
  }

  private Traffic.Kinds traffic(List<HelionRank> ranks) {
    GpuSpec.Copies copies = gpu.copies();
    return new Traffic.Kinds(
        ranks.stream().map(rank -> Traffic.of(rank.chip.link(), copies.linkPerPs())).toList(),
        ranks.stream().map(rank -> hbm(rank.chip)).toList(),
        ranks.stream()
            .map(rank -> Traffic.of(rank.chip.copyEngine(), copies.localPerPs()))
            .toList());
  }

  private Traffic hbm(GpuChip chip) {
    return new Traffic(
        chip.hbm().name(), chip.hbmBytes(), chip.hbm().busyPs(), gpu.memory().hbmPeakPerPs());
  }
}
