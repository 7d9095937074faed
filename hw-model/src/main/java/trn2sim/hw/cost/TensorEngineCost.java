package trn2sim.hw.cost;

import trn2sim.core.unit.Frequency;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.memory.Access;
import trn2sim.hw.spec.DeviceParameters;

/**
 * Array cycles of the Tensor engine's instructions: one moving row per cycle, fp32 as two passes of
 * two cycles per row.
 */
final class TensorEngineCost {
  private final int rows;
  private final int minCycles;
  private final long stridedBytes;
  private final int fp32Passes;
  private final int fp32RowCycles;
  private final int fp32TransposePasses;
  private final double columnCycles;
  private final double fp32ColumnCycles;

  TensorEngineCost(DeviceParameters device) {
    rows = device.count("tensor_engine.rows");
    minCycles = device.integer("tensor_engine.min_cycles");
    stridedBytes = device.bytes("tensor_engine.strided_bytes").bytes();
    fp32Passes = device.count("tensor_engine.fp32_passes");
    fp32RowCycles = device.count("tensor_engine.fp32_row_cycles");
    fp32TransposePasses = device.count("tensor_engine.fp32_transpose_passes");
    columnCycles = device.number("tensor_engine.weight_load.column_cycles");
    fp32ColumnCycles = device.number("tensor_engine.weight_load.fp32_column_cycles");
  }

  Cost matmul(NcMatmul matmul) {
    int slices = matmul.doubleRow() ? 2 : 1;
    int moving = matmul.moving().elements() / slices;
    int stationary = matmul.stationary().elements() / slices;
    boolean wide = isFp32(matmul.moving());
    return pass(
        wide ? fp32Passes : 1,
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
    return pass(wide ? fp32TransposePasses : 1, moving, stationary, wide, false, transpose.src());
  }

  private Cost pass(
      int passes, int moving, int stationary, boolean wide, boolean strided, Access rowsOf) {
    int rowCycles = (wide ? fp32RowCycles : 1) * (strided ? 2 : 1);
    long stream = Math.max(Math.min(minCycles, stationary), (long) moving * rowCycles);
    long weights = (long) Math.ceil(stationary * (wide ? fp32ColumnCycles : columnCycles));
    return new Cost.Array(passes, stream, weights, (double) rowsOf.rows() / rows);
  }

  private static boolean isFp32(Access access) {
    return switch (access.dtype()) {
      case FP32, INT32 -> true;
      case TF32, BF16, FP16, FP8_E4M3, FP8_E5M2 -> false;
    };
  }

  private boolean isStrided(Access access) {
    return (long) access.pattern().innerStride() * access.dtype().bytes() > stridedBytes;
  }

  /** Peak rate of the array in multiply-accumulates, twice counted: rows x columns x 2 x clock. */
  static double peakFlopsPerSecond(DeviceParameters device) {
    Frequency clock = device.frequency("tensor_engine.clock");
    return 2.0
        * device.count("tensor_engine.rows")
        * device.count("tensor_engine.columns")
        * clock.hertz();
  }
}
