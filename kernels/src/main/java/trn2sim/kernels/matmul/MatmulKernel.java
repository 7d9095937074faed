package trn2sim.kernels.matmul;

import static trn2sim.kernels.api.KernelException.requireMultiple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.GatheredProduct;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.kernels.api.Settings;

/** Matmul of one rank, its cores taking equal parts of M; four schedules. */
public final class MatmulKernel implements ScriptKernel {
  private static final String LHS_T = "lhsT";
  private static final String RHS = "rhs";
  private static final String OUT = "out";

  @Override
  public String name() {
    return "matmul";
  }

  @Override
  public String summary() {
    return "lhsT [K x M] transposed times rhs [K x N] on one rank; LNC cores split M";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        ParameterSpec.required("M", "rows of the result"),
        ParameterSpec.required("K", "length of the sums"),
        ParameterSpec.required("N", "columns of the result"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.word(
            "schedule", "order of loads and products", "blocked_k", "blocked", "hoisted", "tiled"),
        ParameterSpec.integer(
            "block_m", 0, 0, "M tiles of 128 per block; 0: 16 for blocked_k, 2 for blocked"),
        ParameterSpec.integer("block_n", 2, 1, "N tiles of 512 per block"),
        ParameterSpec.integer("block_k", 8, 1, "K tiles of 128 per block (blocked_k)"),
        ParameterSpec.integer(
            "buffers", 0, 0, "live copies of each loop tile; 0: as many as SBUF holds"),
        ParameterSpec.word(
            "sums", "type in which blocked_k adds its K blocks: fp32, or the tensors'",
            "fp32", "same"),
        ParameterSpec.integer("psum_buffers", 8, 1, "PSUM banks in use"),
        DmaQueues.OPTION);
  }

  @Override
  public List<DType> dtypes() {
    return DType.FLOATS;
  }

  @Override
  public Launch launch(Request request) {
    int m = request.shape().integer("M");
    int k = request.shape().integer("K");
    int n = request.shape().integer("N");
    int lnc = request.ranks().lnc();
    request.ranks().requireOne("matmul runs on one rank");
    requireMultiple("shape.M", m, Blocks.TILE_M * lnc);
    requireMultiple("shape.K", k, Blocks.TILE_K);
    requireMultiple("shape.N", n, Blocks.TILE_N);
    List<Launch.CoreLaunch> cores = new ArrayList<>();
    for (int core = 0; core < lnc; core++) {
      Script script = script(request, core * (m / lnc), m / lnc);
      cores.add(new Launch.CoreLaunch(core, 0, 0, script, Map.of()));
    }
    DType dtype = request.dtype();
    GatheredProduct problem =
        new GatheredProduct(
            new Problem.Tensor(LHS_T, k, m, dtype),
            1,
            new Problem.Tensor(RHS, k, n, dtype),
            new Problem.Tensor(OUT, m, n, dtype),
            new GatheredProduct.Form(true, false, roundings(request)));
    return Launch.local(cores, 2.0 * m * k * n, Optional.of(problem), Optional.empty());
  }

  /** Sums of K blocks kept in the tensors' type are rounded with each block. */
  private static int roundings(Request request) {
    Settings options = request.options();
    boolean narrow =
        options.word("schedule").equals("blocked_k") && !options.word("sums").equals("fp32");
    int tilesK = request.shape().integer("K") / Blocks.TILE_K;
    return narrow ? tilesK / Math.min(options.integer("block_k"), tilesK) : 1;
  }

  private static Script script(Request request, int firstRow, int rows) {
    Settings options = request.options();
    CoreScript script = new CoreScript(DmaQueues.of(request).oneByOne());
    int m = request.shape().integer("M");
    int k = request.shape().integer("K");
    int n = request.shape().integer("N");
    Blocks blocks =
        new Blocks(
            script,
            script.input(LHS_T, k, m, request.dtype()),
            script.input(RHS, k, n, request.dtype()),
            script.output(OUT, m, n, request.dtype()),
            firstRow,
            rows);
    script.psumBanks(options.integer("psum_buffers"));
    schedule(options, blocks).emit(blocks);
    return script.build();
  }

  private static MatmulSchedule schedule(Settings options, Blocks blocks) {
    int blockN = options.integer("block_n");
    return switch (options.word("schedule")) {
      case "tiled" -> limited(options, blocks, 1, 1, MatmulSchedule::tiled);
      case "hoisted" -> limited(options, blocks, blocks.tilesK, 1, new Blocked(1, 1));
      case "blocked" -> {
        int blockM = blockM(options, 2);
        requireMultiple("shape.M per core in tiles of 128", blocks.tilesM, blockM);
        requireMultiple("shape.N in tiles of 512", blocks.tilesN, blockN);
        yield limited(options, blocks, blocks.tilesK, blockM * blockN, new Blocked(blockM, blockN));
      }
      default -> {
        int blockM = Math.min(blockM(options, 16), blocks.tilesM);
        int blockK = Math.min(options.integer("block_k"), blocks.tilesK);
        int fitN = Math.min(blockN, blocks.tilesN);
        requireMultiple("shape.M per core in tiles of 128", blocks.tilesM, blockM);
        requireMultiple("shape.N in tiles of 512", blocks.tilesN, fitN);
        requireMultiple("shape.K in tiles of 128", blocks.tilesK, blockK);
        yield limited(
            options,
            blocks,
            blockK,
            blocks.tilesM,
            new BlockedK(blockM, fitN, blockK, sumType(options, blocks)));
      }
    };
  }

  /**
   * One buffer holds what one pass of the loop around it has of a tile: {@code loaded} tiles of
   * each operand, {@code stored} tiles on their way out.
   */
  private static MatmulSchedule limited(
      Settings options, Blocks blocks, int loaded, int stored, MatmulSchedule schedule) {
    int buffers = options.integer("buffers");
    if (buffers > 0) {
      blocks.script.limit("lhs", buffers * loaded);
      blocks.script.limit("rhs", buffers * loaded);
      String leaving = schedule instanceof BlockedK ? "packed" : "result";
      blocks.script.limit(leaving, buffers * stored);
    }
    return schedule;
  }

  private static DType sumType(Settings options, Blocks blocks) {
    return options.word("sums").equals("fp32") ? DType.FP32 : blocks.dtype;
  }

  private static int blockM(Settings options, int fallback) {
    int given = options.integer("block_m");
    return given == 0 ? fallback : given;
  }
}
