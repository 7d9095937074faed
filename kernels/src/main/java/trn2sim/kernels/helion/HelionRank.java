package trn2sim.kernels.helion;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.program.Semaphore;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.gpu.BlockGrid;
import trn2sim.hw.gpu.Gemm;
import trn2sim.hw.gpu.GpuChip;
import trn2sim.hw.gpu.GpuProcessor;
import trn2sim.hw.gpu.ProgressFlags;
import trn2sim.hw.gpu.StreamOp;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.spec.GpuSpec;
import trn2sim.kernels.api.SharedTensors;
import trn2sim.kernels.api.View;

/** One rank of a run: its GPU, its script, and what it does to the tensors. */
final class HelionRank {
  final GpuChip chip;
  private final RankScript.Written script;
  private final List<Gemm.Block> blocks;
  private final GatherPlan plan;
  private final SharedTensors tensors;
  private final int rank;
  private final GpuProcessor processor;
  private Process process;

  /** What a rank is made from. */
  record Setup(
      GatherPlan plan,
      SharedTensors tensors,
      GpuSpec gpu,
      View view,
      boolean commFirst,
      BlockGrid.Dispatch dispatch) {}

  HelionRank(Setup setup, int rank, Simulation simulation) {
    this.plan = setup.plan;
    this.tensors = setup.tensors;
    this.rank = rank;
    this.chip =
        new GpuChip("Gpu[" + rank + "]", setup.gpu, setup.plan.gemm().operandBytes(), simulation);
    this.script = RankScript.write(setup, rank);
    boolean flagged = setup.view == View.TOTAL;
    this.blocks =
        plan.blocks(rank).stream().map(block -> flagged ? block : unflagged(block)).toList();
    ProgressFlags flags = new ProgressFlags(plan.flags());
    int ops = script.ops().size();
    BlockGrid grid =
        new BlockGrid(
            chip,
            plan.gemm(),
            blocks,
            setup.dispatch,
            flags,
            block -> process.perform(ops + block));
    this.processor = new GpuProcessor(chip, script.ops(), grid, flags);
  }

  private static Gemm.Block unflagged(Gemm.Block block) {
    return new Gemm.Block(block.row(), block.col(), Gemm.Block.NO_FLAG);
  }

  void load(Runner runner, List<Semaphore> barriers) {
    process = runner.add(chip.name(), script.program(), processor, barriers);
    processor.bind(process);
  }

  int rank() {
    return rank;
  }

  Process process() {
    return process;
  }

  /** When the last operation of the rank's streams was done; events on the device measure that. */
  long endPs() {
    return Math.max(endPs(RankScript.COPIES), endPs(RankScript.MAIN));
  }

  /** When the last task of a lane was done. */
  private long endPs(int lane) {
    return Arrays.stream(script.program().queue(lane)).mapToLong(process::donePs).max().orElse(0);
  }

  /** What an operation did when it was done, or a block when it read its operands. */
  Optional<TaskEffect> effect(int task) {
    int ops = script.ops().size();
    if (task >= ops) {
      return Optional.of(new TaskEffect.Compute(rank, product(blocks.get(task - ops))));
    }
    return script.ops().get(task) instanceof StreamOp.Copy copy
        ? Optional.of(copy.move())
        : Optional.empty();
  }

  private TaskEffect.Operation product(Gemm.Block block) {
    Gemm gemm = plan.gemm();
    int row = block.row() * gemm.tileM();
    int col = block.col() * gemm.tileN();
    SharedTensors.Area area =
        new SharedTensors.Area(
            row,
            Math.min(gemm.tileM(), gemm.m() - row),
            col,
            Math.min(gemm.tileN(), gemm.n() - col));
    return tensors.product(area, 0, gemm.k(), false);
  }
}
