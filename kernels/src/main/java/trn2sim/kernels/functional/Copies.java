package trn2sim.kernels.functional;

import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.math.TileMath;

/** Tiles of their own, beside the memory of a core. */
final class Copies {
  private Copies() {}

  static Tile fresh(int rows, int cols) {
    return Tile.dense(Storage.allocate(DType.FP32, rows * cols), rows, cols);
  }

  static Tile dense(TileMath math, Tile tile) {
    Storage storage = Storage.allocate(tile.data().type(), tile.rows() * tile.cols());
    Tile copy = Tile.dense(storage, tile.rows(), tile.cols());
    math.copy(tile, copy);
    return copy;
  }

  /** A source whose elements go to other places, as it was before the first of them is written. */
  static Tile apart(TileMath math, Tile source, Tile target) {
    return source.data() == target.data() ? dense(math, source) : source;
  }
}
