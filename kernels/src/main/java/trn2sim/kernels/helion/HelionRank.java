package trn2sim.kernels.helion;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.program.Semaphore;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.gpu.BlockGrid;
import trn2sim.hw.gpu.Gemm;
import trn2sim.hw.gpu.GpuChip;
import trn2sim.hw.gpu.GpuProcessor;
import trn2sim.hw.gpu.ProgressFlags;
import trn2sim.hw.spec.GpuSpec;
import trn2sim.kernels.api.TileEffect;
import trn2sim.kernels.api.TileEffect.Area;
import trn2sim.kernels.api.View;
import trn2sim.kernels.helion.GatherPlan.Chunk;

/** One rank of a run: its GPU, its script, and what it does to the tensors. */
final class HelionRank {
  final GpuChip chip;
  final BlockGrid grid;
  final RankScript.Written script;
  final List<Gemm.Block> blocks;
  private final GatherPlan plan;
  private final int rank;
  private final Consumer<TileEffect> work;
  private final GpuProcessor processor;
  private Process process;

  /** What a rank is made from. */
  record Setup(
      GatherPlan plan, GpuSpec gpu, View view, boolean commFirst, BlockGrid.Dispatch dispatch) {}

  HelionRank(Setup setup, int rank, Simulation simulation, Consumer<TileEffect> work) {
    this.plan = setup.plan;
    this.rank = rank;
    this.work = work;
    this.chip =
        new GpuChip("Gpu[" + rank + "]", setup.gpu, setup.plan.gemm().operandBytes(), simulation);
    this.script = RankScript.write(setup.plan, setup.gpu, rank, setup.view, setup.commFirst);
    boolean flagged = setup.view == View.TOTAL;
    this.blocks =
        plan.blocks(rank).stream().map(block -> flagged ? block : unflagged(block)).toList();
    ProgressFlags flags = new ProgressFlags(plan.flags());
    this.grid = new BlockGrid(chip, plan.gemm(), blocks, setup.dispatch, flags, this::reads);
    this.processor = new GpuProcessor(chip, script.ops(), grid, flags, this::settled);
    if (plan.resident()) {
      present(rank);
    }
    if (setup.view == View.COMPUTE_ONLY) {
      for (int source = 0; source < plan.ranks(); source++) {
        present(source);
      }
    }
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
  long endPs(int lane) {
    return Arrays.stream(script.program().queue(lane)).mapToLong(process::donePs).max().orElse(0);
  }

  private void present(int source) {
    int rows = plan.shardRows();
    moved(source, new Area(0, rows, 0, plan.gemm().k()), source * rows);
  }

  private void settled(int task) {
    Chunk chunk = script.chunks().get(task);
    if (chunk.rows() > 0) {
      int row = chunk.split() * plan.chunkRows();
      moved(chunk.source(), new Area(row, chunk.rows(), 0, plan.gemm().k()), chunk.row());
    }
  }

  private void moved(int source, Area area, int toRow) {
    work.accept(
        new TileEffect.Move(
            source, HelionProblem.SHARD, area, rank, HelionProblem.GATHERED, toRow));
  }

  private void reads(int number) {
    Gemm gemm = plan.gemm();
    Gemm.Block block = blocks.get(number);
    int row = block.row() * gemm.tileM();
    int col = block.col() * gemm.tileN();
    Area area =
        new Area(
            row,
            Math.min(gemm.tileM(), gemm.m() - row),
            col,
            Math.min(gemm.tileN(), gemm.n() - col));
    work.accept(
        new TileEffect.Multiply(
            rank,
            HelionProblem.GATHERED,
            rank,
            HelionProblem.WEIGHTS,
            HelionProblem.SUMS,
            area,
            0,
            gemm.k(),
            false));
    work.accept(new TileEffect.Move(rank, HelionProblem.SUMS, area, rank, HelionProblem.OUT, row));
  }
}
