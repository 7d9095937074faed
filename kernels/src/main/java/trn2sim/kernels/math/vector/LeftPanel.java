package trn2sim.kernels.math.vector;

import jdk.incubator.vector.FloatVector;
import trn2sim.kernels.math.FloatStorage;
import trn2sim.kernels.math.Tile;

/**
 * The stationary operand as fp32 rows, from which the left panel of a block row is packed: for
 * every k one vector per row of the block, all lanes equal.
 */
record LeftPanel(float[] values, int at, int stride, int depth, int cols) {
  /** Uses the storage itself where it is dense fp32, else converts once. */
  static LeftPanel of(Tile stationary, Workspace space) {
    int depth = stationary.rows();
    int cols = stationary.cols();
    if (stationary.colStride() == 1 && stationary.data() instanceof FloatStorage floats) {
      int stride = stationary.rowStride();
      return new LeftPanel(floats.elements(), stationary.offset(), stride, depth, cols);
    }
    space.stationary = Workspace.atLeast(space.stationary, depth * cols);
    for (int k = 0; k < depth; k++) {
      Codec.decode(stationary.data(), stationary.row(k), space.stationary, k * cols);
    }
    return new LeftPanel(space.stationary, 0, cols, depth, cols);
  }

  /** Packs the columns from the given one; those beyond the edge stay as they are, unused. */
  float[] pack(int from, int height, float[] reuse) {
    int count = Math.min(height, cols - from);
    float[] packed = Workspace.atLeast(reuse, depth * height * Lanes.COUNT);
    for (int k = 0; k < depth; k++) {
      int source = at + k * stride + from;
      int target = k * height * Lanes.COUNT;
      for (int r = 0; r < count; r++) {
        FloatVector.broadcast(Lanes.FLOATS, values[source + r])
            .intoArray(packed, target + r * Lanes.COUNT);
      }
    }
    return packed;
  }
}
