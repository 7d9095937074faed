package trn2sim.kernels.ascend;

import static trn2sim.kernels.api.KernelException.requireMultiple;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.hw.ascend.AicCore;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.AscendSpec;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.Settings;

/**
 * AIV cores push every rank's rows to every peer in chunks with a flag each, while AIC cores
 * multiply, local rows first and remote ones as their chunks come (hw-native-sys/pto-isa,
 * allgather_gemm).
 */
public final class AscendAllGatherGemm implements Kernel {
  private static final int MOST_RANKS = 16;
  private static final int MOST_CHUNKS_PER_STRIP = 64;

  @Override
  public String name() {
    return "ascend_allgather_gemm";
  }

  @Override
  public String summary() {
    return "full-mesh chunk push by AIV cores, and a product on AIC cores that follows arrival";
  }

  @Override
  public String deviceKind() {
    return AscendSpec.KIND;
  }

  @Override
  public List<ParameterSpec> shape() {
    return AscendTiles.SHAPE;
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        AscendTiles.BASE_M,
        AscendTiles.BASE_N,
        ParameterSpec.integer("compute_blocks", 24, 1, "blocks that multiply"),
        ParameterSpec.integer("comm_blocks", 48, 1, "blocks that send"),
        ParameterSpec.flag("interleave_chunks", false, "a block sends every k-th chunk, not a run"),
        ParameterSpec.flag("tile_scheduling", false, "cores take output tiles, not whole strips"),
        ParameterSpec.flag(
            "rotate_ranks", false, "remote strips from the next rank on, not from row 0"));
  }

  @Override
  public List<DType> dtypes() {
    return AscendTiles.DTYPES;
  }

  @Override
  public Execution prepare(Request request) {
    AscendSpec device = request.device().ascend();
    Settings options = request.options();
    AscendPlan.Shape shape = AscendTiles.shape(request);
    AicCore.Tiling tiling = AscendTiles.tiling(request, device);
    int ranks = request.ranks().tp();
    check(shape, tiling, ranks, Math.min(MOST_RANKS, device.cores().ranks()));
    int strips = shape.m() / tiling.baseM() / ranks;
    int kTiles = shape.k() / tiling.baseN();
    ChunkPlan chunks =
        new ChunkPlan(
            strips,
            kTiles,
            ChunkPlan.sizeFor(strips * kTiles),
            ChunkPlan.perDest(options.integer("comm_blocks"), ranks),
            options.flag("interleave_chunks"));
    checkChunks(chunks);
    AscendPlan.Cores cores =
        new AscendPlan.Cores(
            device.cores().aic(),
            options.integer("compute_blocks"),
            options.flag("tile_scheduling"),
            options.flag("rotate_ranks"));
    return new AscendExecution(
        new AscendPlan(shape, tiling, ranks, chunks, cores, AscendPlan.Grid.NONE),
        device,
        request.dtype());
  }

  /** The original leaves the last two unchecked: it reads flags out of range or divides by zero. */
  private static void check(
      AscendPlan.Shape shape, AicCore.Tiling tiling, int ranks, int mostRanks) {
    if (ranks > mostRanks) {
      throw new KernelException("ranks.tp", ranks, "at most " + mostRanks);
    }
    int strips = shape.m() / tiling.baseM();
    if (strips < ranks) {
      throw new KernelException(
          "shape.M",
          Text.count(strips, "row group") + " of " + tiling.baseM() + " for " + ranks + " ranks",
          "at least one each: with none the original divides by zero");
    }
    requireMultiple("shape.M", shape.m(), tiling.baseM() * ranks);
  }

  /** The original keeps a strip's chunks in a 64-bit mask. */
  private static void checkChunks(ChunkPlan chunks) {
    for (int strip = 0; strip < chunks.strips(); strip++) {
      int count = chunks.lastChunk(strip) - chunks.firstChunk(strip) + 1;
      if (count > MOST_CHUNKS_PER_STRIP) {
        throw new KernelException(
            "shape.K",
            count + " chunks in a row group",
            "at most " + MOST_CHUNKS_PER_STRIP + ", the bits of the original's mask");
      }
    }
  }
}
