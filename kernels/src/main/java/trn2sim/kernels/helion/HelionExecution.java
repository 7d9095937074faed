package trn2sim.kernels.helion;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.program.Runner;
import trn2sim.core.program.Semaphore;
import trn2sim.hw.gpu.BlockGrid;
import trn2sim.hw.gpu.Gemm;
import trn2sim.hw.gpu.GpuChip;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.GpuSpec;
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
  public Work work() {
    double flops = 2.0 * plan.gemm().m() * plan.gemm().k() * plan.gemm().n();
    return new Work(flops, gpu.peakFlops(), Optional.of(problem()));
  }

  /** Every rank's gathered rows times its own weights. */
  private GatheredProduct problem() {
    Gemm gemm = plan.gemm();
    return new GatheredProduct(
        new Tensor("a_shared", plan.shardRows(), gemm.k(), dtype),
        plan.ranks(),
        new Tensor("b", gemm.k(), gemm.n(), dtype),
        new Tensor("c", gemm.m(), gemm.n(), dtype),
        GatheredProduct.Form.PLAIN);
  }

  @Override
  public List<View> views() {
    return List.of(View.values());
  }

  @Override
  public Outcome run(RunSetup run) {
    Runner runner = new Runner(run.simulation(), run.listener());
    List<Semaphore> barriers =
        List.of(new Semaphore("begin barrier"), new Semaphore("end barrier"));
    HelionRank.Setup setup =
        new HelionRank.Setup(
            plan, SharedTensors.of(problem(), "a_out"), gpu, run.view(), commFirst, dispatch);
    List<HelionRank> ranks = new ArrayList<>();
    int simulated = gpu.gpus() == 1 ? 1 : plan.ranks();
    for (int rank = 0; rank < simulated; rank++) {
      HelionRank member = new HelionRank(setup, rank, run.simulation());
      member.load(runner, barriers);
      ranks.add(member);
    }
    run.run(runner);
    return new Outcome(
        run.timeline(runner.processes()),
        ranks.stream().map(rank -> new Worker(rank.process(), rank.rank())).toList(),
        ranks.stream().map(HelionRank::endPs).toList(),
        traffic(ranks),
        new HelionEffects(setup, ranks),
        run.simulation().events(),
        new MachineRun.OtherRun());
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
