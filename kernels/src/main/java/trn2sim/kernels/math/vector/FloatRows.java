package trn2sim.kernels.math.vector;

import trn2sim.kernels.math.FloatStorage;
import trn2sim.kernels.math.Tile;

/** A tile as rows of consecutive fp32 values: in its storage where they are that, else a copy. */
record FloatRows(float[] values, int at, int stride, int rows, int cols) {
  /** The tile's rows, converted into the buffer where needed. */
  static FloatRows of(Tile tile, float[] buffer) {
    int rows = tile.rows();
    int cols = tile.cols();
    if (inPlace(tile)) {
      float[] values = ((FloatStorage) tile.data()).elements();
      return new FloatRows(values, tile.offset(), tile.rowStride(), rows, cols);
    }
    for (int r = 0; r < rows; r++) {
      Codec.decode(tile.data(), tile.row(r), buffer, r * cols);
    }
    return new FloatRows(buffer, 0, cols, rows, cols);
  }

  /** The elements a buffer must hold for the tile. */
  static int bufferSize(Tile tile) {
    return inPlace(tile) ? 0 : tile.rows() * tile.cols();
  }

  private static boolean inPlace(Tile tile) {
    return tile.colStride() == 1 && tile.data() instanceof FloatStorage;
  }
}
