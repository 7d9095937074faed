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
    boolean wide = isFp32(matmul.moving());
    return new Cost.Array(
        passes(wide, matmul.oneZero()),
        streamCycles(matmul.moving(), slices, matmul.stationary().elements() / slices, wide),
        weightCycles(matmul.stationary(), slices, wide),
        activeRows(matmul.moving()));
  }

  /** Data stationary, identity moving: as many rows move as the source has columns. */
  Cost transpose(NcTranspose transpose) {
    boolean wide = isFp32(transpose.src());
    return new Cost.Array(
        passes(wide, true),
        rowCycles(wide) * atLeast(transpose.src().elements(), transpose.src().rows()),
        weightCycles(transpose.src(), 1, wide),
        activeRows(transpose.src()));
  }

  /**
   * A transpose is a product with ones and zeros, and fp32 of such takes half the time (isa
   * docstrings, trainium2_arch).
   */
  private int passes(boolean wide, boolean oneZero) {
    return wide ? array.fp32().passes(oneZero) : 1;
  }

  private long streamCycles(Access moving, int slices, int columns, boolean wide) {
    long rows = moving.elements() / slices;
    return rowCycles(wide) * atLeast(columns, rows * (isStrided(moving) ? 2 : 1));
  }

  private int rowCycles(boolean wide) {
    return wide ? array.fp32().rowCycles() : 1;
  }

  /** A short pass takes min(64, columns) rows (isa docstrings of v2.26.0), in fp32 four times. */
  private long atLeast(int columns, long cycles) {
    return Math.max(Math.min(array.minCycles(), columns), cycles);
  }

  private long weightCycles(Access stationary, int slices, boolean wide) {
    TensorSpec.WeightLoad load = array.weightLoad();
    double column = wide ? load.fp32ColumnCycles() : load.columnCycles();
    double slower = isStrided(stationary) ? load.stridedFactor() : 1;
    int columns = stationary.elements() / slices;
    return (long) Math.ceil(columns * column * slower);
  }

  private double activeRows(Access moving) {
    return (double) moving.rows() / array.rows();
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
