package trn2sim.kernels.ascend;

import static trn2sim.kernels.api.KernelException.requireMultiple;

import java.util.List;
import trn2sim.hw.ascend.AicCore;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.AscendSpec;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;

/**
 * The product alone on one die, its output dealt to a grid of cores (hw-native-sys/pto-isa,
 * gemm_performance); the time is the device's, without the host's sync.
 */
public final class AscendGemm implements Kernel {
  @Override
  public String name() {
    return "ascend_gemm";
  }

  @Override
  public String summary() {
    return "one die's product on a grid of AIC cores, with the tiles of ascend_allgather_gemm";
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
        ParameterSpec.integer("grid_rows", 4, 1, "rows of cores over M"),
        ParameterSpec.integer("grid_cols", 6, 1, "columns of cores over N"));
  }

  @Override
  public List<DType> dtypes() {
    return AscendTiles.DTYPES;
  }

  @Override
  public Execution prepare(Request request) {
    AscendSpec device = request.device().ascend();
    AscendPlan.Shape shape = AscendTiles.shape(request);
    AicCore.Tiling tiling = AscendTiles.tiling(request, device);
    AscendPlan.Grid grid =
        new AscendPlan.Grid(
            request.options().integer("grid_rows"), request.options().integer("grid_cols"));
    if (request.ranks().tp() != 1) {
      throw new KernelException("ranks.tp", request.ranks().tp(), "1, for it is one die's product");
    }
    if (grid.rows() * grid.cols() > device.cores().aic()) {
      throw new KernelException(
          "options.grid_rows",
          grid.rows() * grid.cols() + " cores",
          "at most " + device.cores().aic());
    }
    requireMultiple("shape.M", shape.m(), tiling.baseM() * grid.rows());
    requireMultiple("shape.N", shape.n(), tiling.baseN() * grid.cols());
    int strips = shape.m() / tiling.baseM();
    ChunkPlan chunks = new ChunkPlan(strips, shape.k() / tiling.baseN(), 1, 1, false);
    AscendPlan.Cores cores = new AscendPlan.Cores(device.cores().aic(), 1, false, false);
    return new AscendExecution(
        new AscendPlan(shape, tiling, 1, chunks, cores, grid), device, request.dtype());
  }
}
