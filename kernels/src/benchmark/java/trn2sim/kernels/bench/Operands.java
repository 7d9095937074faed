package trn2sim.kernels.bench;

import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.FloatStorage;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

/** The operands of one product in the layout of the device: [K x M], [K x N] and [M x N]. */
record Operands(Tile stationary, Tile moving, Tile product) {
  static Operands of(DType type, int k, int m, int n) {
    return new Operands(
        filled(type, k, m, 3),
        filled(type, k, n, 5),
        Tile.dense(Storage.allocate(DType.FP32, m * n), m, n));
  }

  /** Small integers: exact in every type and in every order of summation. */
  private static Tile filled(DType type, int rows, int cols, int seed) {
    Storage data = Storage.allocate(type, rows * cols);
    for (int i = 0; i < data.length(); i++) {
      data.set(i, 1 + (i * seed + i / 7) % 4);
    }
    return Tile.dense(data, rows, cols);
  }

  int depth() {
    return stationary.rows();
  }

  int rows() {
    return stationary.cols();
  }

  int cols() {
    return moving.cols();
  }

  double flops() {
    return 2.0 * depth() * rows() * cols();
  }

  static float[] floats(Tile tile) {
    return ((FloatStorage) tile.data()).elements();
  }
}
