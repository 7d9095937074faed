package trn2sim.kernels.helion;

import static trn2sim.kernels.api.KernelException.requireMultiple;

import java.util.List;
import java.util.Locale;
import trn2sim.hw.gpu.BlockGrid;
import trn2sim.hw.gpu.Gemm;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.GpuSpec;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.Settings;

/**
 * Copy engines pull every rank's rows and set a progress flag after each copy, while the blocks of
 * a matmul spin on the flag of their rows (pytorch/helion, examples/distributed,
 * all_gather_matmul).
 */
public final class HelionKernel implements Kernel {

  @Override
  public String name() {
    return "helion_all_gather_matmul";
  }

  @Override
  public String summary() {
    return "copy-engine all-gather with progress flags, and a matmul whose blocks wait for them";
  }

  @Override
  public String deviceKind() {
    return GpuSpec.KIND;
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        ParameterSpec.optional("m", "rows of each rank's shard; give m or M"),
        ParameterSpec.optional("M", "rows of all ranks together"),
        ParameterSpec.required("K", "length of the sums"),
        ParameterSpec.required("n", "columns per rank"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.integer("splits_per_rank", 1, 1, "copies of each rank's shard"),
        ParameterSpec.word(
            "tile_order",
            "how block numbers become tiles; rotated: m fastest from the own rows on",
            "m_fastest",
            "n_fastest",
            "rotated"),
        ParameterSpec.word(
            "own_shard",
            "own rows: copied like the others, after them, or read in place",
            "copied_last",
            "resident"),
        ParameterSpec.word("launch_first", "what the host enqueues first", "comm", "compute"),
        ParameterSpec.integer("tile_m", 128, 16, "rows of a block's tile"),
        ParameterSpec.integer("tile_n", 256, 16, "columns of a block's tile"),
        ParameterSpec.integer("tile_k", 64, 16, "K columns of a step"),
        ParameterSpec.integer("stages", 3, 1, "steps of operands in shared memory"),
        ParameterSpec.flag("persistent", false, "one block per SM that loops over tiles"),
        ParameterSpec.word(
            "spin_wait",
            "a waiting block holds its SM; yields: the SM takes a block whose rows have come",
            "holds",
            "yields"));
  }

  @Override
  public List<DType> dtypes() {
    return List.of(DType.BF16, DType.FP16);
  }

  @Override
  public Execution prepare(Request request) {
    GpuSpec gpu = request.device().gpu();
    int ranks = request.ranks().tp();
    if (gpu.gpus() > 1 && ranks > gpu.gpus()) {
      throw new KernelException("ranks.tp", ranks, "at most the node's " + gpu.gpus() + " GPUs");
    }
    if (request.ranks().groups() != 1) {
      throw new KernelException(
          "ranks.groups",
          request.ranks().groups(),
          "1, for all ranks of this machine are one group");
    }
    GatherPlan plan = plan(request, ranks);
    check(plan, gpu);
    boolean commFirst = request.options().word("launch_first").equals("comm");
    return new HelionExecution(plan, gpu, request.dtype(), commFirst, dispatch(request.options()));
  }

  private static BlockGrid.Dispatch dispatch(Settings options) {
    boolean persistent = options.flag("persistent");
    boolean yields = options.word("spin_wait").equals("yields");
    if (persistent && yields) {
      throw new KernelException(
          "options.spin_wait",
          "yields",
          "holds, for a persistent block has no other" + " block to yield to");
    }
    return new BlockGrid.Dispatch(persistent, yields);
  }

  private static GatherPlan plan(Request request, int ranks) {
    Settings shape = request.shape();
    Settings options = request.options();
    if (shape.has("m") == shape.has("M")) {
      String found = shape.has("m") ? "both m and M" : "neither m nor M";
      throw new KernelException("shape", found, "either m (per rank) or M (in all)");
    }
    if (shape.has("M")) {
      requireMultiple("shape.M", shape.integer("M"), ranks);
    }
    Gemm gemm =
        new Gemm(
            shape.has("M") ? shape.integer("M") : Math.multiplyExact(shape.integer("m"), ranks),
            shape.integer("n"),
            shape.integer("K"),
            options.integer("tile_m"),
            options.integer("tile_n"),
            options.integer("tile_k"),
            options.integer("stages"));
    GatherPlan.TileOrder order =
        GatherPlan.TileOrder.valueOf(options.word("tile_order").toUpperCase(Locale.ROOT));
    boolean resident = options.word("own_shard").equals("resident");
    return new GatherPlan(gemm, ranks, options.integer("splits_per_rank"), order, resident);
  }

  /** The original leaves the first two unchecked: it divides by zero, or waits for half a tile. */
  private static void check(GatherPlan plan, GpuSpec gpu) {
    if (plan.shardRows() < plan.splits() || plan.shardRows() % plan.splits() != 0) {
      throw new KernelException(
          "options.splits_per_rank",
          plan.splits(),
          "a divisor of " + plan.shardRows() + ", the rows of a rank");
    }
    if (plan.chunkRows() % plan.gemm().tileM() != 0) {
      throw new KernelException(
          "options.tile_m",
          plan.gemm().tileM(),
          "a divisor of the "
              + plan.chunkRows()
              + " rows of a copy: a tile across two copies waits only for the"
              + " first and reads rows that may not have arrived");
    }
    long shared = plan.gemm().sharedBytes();
    if (shared > gpu.sm().sharedBytes()) {
      throw new KernelException(
          "options.stages",
          "a block of " + shared + " B of shared memory",
          "at most " + gpu.sm().sharedBytes());
    }
  }
}
