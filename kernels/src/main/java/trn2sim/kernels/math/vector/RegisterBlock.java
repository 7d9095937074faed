package trn2sim.kernels.math.vector;

import jdk.incubator.vector.FloatVector;

/**
 * Where a micro-kernel finds its operands.
 *
 * <p>The left panel holds, for every k, one vector per row of the block with all lanes equal: a
 * vector load is cheaper than a load and a broadcast, which would compete with the multiply-adds
 * for the arithmetic pipes. The right panel holds, for every k, one row of the block.
 */
final class RegisterBlock {
  float[] left;
  float[] right;
  int rightAt;
  int depth;

  /** The values the accumulators start from. */
  float[] from;

  int fromAt;
  int fromStride;

  /** Where the accumulators are written. */
  float[] to;

  int toAt;
  int toStride;

  FloatVector start(int row, int vector) {
    return Lanes.load(from, fromAt + row * fromStride + vector * Lanes.COUNT);
  }

  int end(int row, int vector) {
    return toAt + row * toStride + vector * Lanes.COUNT;
  }
}
