package trn2sim.kernels.ascend;

import static trn2sim.kernels.api.KernelException.requireMultiple;

import java.util.List;
import trn2sim.hw.ascend.AicCore;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.AscendSpec;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;

/** The settings and limits that the Ascend kernels share. */
final class AscendTiles {
  static final List<ParameterSpec> SHAPE =
      List.of(
          ParameterSpec.required("M", "rows of the result"),
          ParameterSpec.required("K", "length of the sums"),
          ParameterSpec.required("N", "columns of the result"));
  static final ParameterSpec BASE_M = ParameterSpec.integer("base_m", 128, 16, "rows of a tile");
  static final ParameterSpec BASE_N =
      ParameterSpec.integer("base_n", 256, 16, "columns of a tile, and its K columns");

  static final List<DType> DTYPES = List.of(DType.FP16, DType.BF16);

  /** Products per K tile, fixed in the original. */
  private static final int PARTS = 4;

  private AscendTiles() {}

  static AscendPlan.Shape shape(Request request) {
    if (request.ranks().groups() != 1) {
      throw new KernelException(
          "ranks.groups",
          request.ranks().groups(),
          "1, for all ranks of this machine are one group");
    }
    int baseM = request.options().integer("base_m");
    int baseN = request.options().integer("base_n");
    AscendPlan.Shape shape =
        new AscendPlan.Shape(
            request.shape().integer("M"),
            request.shape().integer("K"),
            request.shape().integer("N"));
    requireMultiple("shape.M", shape.m(), baseM);
    requireMultiple("shape.K", shape.k(), baseN);
    requireMultiple("shape.N", shape.n(), baseN);
    return shape;
  }

  static AicCore.Tiling tiling(Request request, AscendSpec device) {
    int baseM = request.options().integer("base_m");
    int baseN = request.options().integer("base_n");
    requireMultiple("options.base_n", baseN, PARTS * 16);
    requireMultiple("options.base_m", baseM, 16);
    AicCore.Tiling tiling = new AicCore.Tiling(baseM, baseN, PARTS);
    AscendSpec.Buffers buffers = device.buffers();
    long left = tiling.leftBytes();
    long right = tiling.rightBytes();
    fits("L1, two buffers of both operands", 2 * (left + right), buffers.l1());
    fits("L0A, two halves", 2 * left / PARTS, buffers.l0a());
    fits("L0B, two halves", 2 * right / PARTS, buffers.l0b());
    fits("L0C, one tile of sums", tiling.sumBytes(), buffers.l0c());
    fits("UB, two staging tiles", 2 * left, buffers.ub());
    return tiling;
  }

  private static void fits(String what, long bytes, long capacity) {
    if (bytes > capacity) {
      throw new KernelException("options.base_n", bytes + " B in " + what, "at most " + capacity);
    }
  }
}
