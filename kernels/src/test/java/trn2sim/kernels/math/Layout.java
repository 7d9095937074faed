package trn2sim.kernels.math;

import trn2sim.hw.memory.DType;

/** How a test tile lies in its storage, always with spare elements around it. */
enum Layout {
  DENSE,
  /** Rows further apart than they are long. */
  GAPS,
  /** Every third element of a row. */
  SPREAD,
  /** Neighbours in a column are neighbours in memory. */
  TRANSPOSED;

  Tile tile(DType type, int rows, int cols) {
    Storage data = Storage.allocate(type, (rows + 2) * (cols + 5) * (this == SPREAD ? 3 : 1) + 8);
    return switch (this) {
      case DENSE -> new Tile(data, 3, rows, cols, cols, 1);
      case GAPS -> new Tile(data, 2, rows, cols + 5, cols, 1);
      case SPREAD -> new Tile(data, 1, rows, 3 * cols + 1, cols, 3);
      case TRANSPOSED -> new Tile(data, 5, rows, 1, cols, rows + 2);
    };
  }
}
