package trn2sim.hw.cost;

import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.memory.Access;
import trn2sim.hw.spec.TensorSpec;

/**
 * Array cycles of the Tensor engine's instructions: one moving row per cycle, fp32 as two passes of
 * two cycles per row.
 */
final class TensorEngineCost {
  private final TensorSpec array;

  TensorEngineCost(TensorSpec array) {
    this.array = array;
  }

  Cost matmul(NcMatmul matmul) {
    int slices = matmul.doubleRow() ? 2 : 1;
    int moving = matmul.moving().elements() / slices;
    int stationary = matmul.stationary().elements() / slices;
    boolean wide = isFp32(matmul.moving());
    return pass(
        wide ? array.fp32().passes() : 1,
        moving,
        stationary,
        wide,
        isStrided(matmul.moving()),
        matmul.moving());
  }

  /** Data stationary, identity moving: as many rows move as the source has columns. */
  Cost transpose(NcTranspose transpose) {
    boolean wide = isFp32(transpose.src());
    int moving = transpose.src().rows();
    int stationary = transpose.src().elements();
    return pass(
        wide ? array.fp32().transposePasses() : 1,
        moving,
        stationary,
        wide,
        false,
        transpose.src());
  }

  private Cost pass(
      int passes, int moving, int stationary, boolean wide, boolean strided, Access rowsOf) {
    int rowCycles = (wide ? array.fp32().rowCycles() : 1) * (strided ? 2 : 1);
    long stream = Math.max(Math.min(array.minCycles(), stationary), (long) moving * rowCycles);
    TensorSpec.WeightLoad load = array.weightLoad();
    double column = wide ? load.fp32ColumnCycles() : load.columnCycles();
    long weights = (long) Math.ceil(stationary * column);
    return new Cost.Array(passes, stream, weights, (double) rowsOf.rows() / array.rows());
  }

  private static boolean isFp32(Access access) {
    return switch (access.dtype()) {
      case FP32, INT32, UINT32 -> true;
      default -> false;
    };
  }

  private boolean isStrided(Access access) {
    return (long) access.pattern().innerStride() * access.dtype().bytes() > array.stridedBytes();
  }
}
