package trn2sim.kernels.functional;

import java.util.List;
import trn2sim.hw.isa.AluOp;
import trn2sim.kernels.math.Alu;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Tile;

/** The result of an all_reduce or reduce_scatter. */
final class GroupReduction {
  private GroupReduction() {}

  /** Combines the tiles in fp32 from the first to the last, and rounds once. */
  static void combine(AluOp op, List<Tile> tiles, Tile target, Rounding rounding) {
    for (int row = 0; row < target.rows(); row++) {
      for (int col = 0; col < target.cols(); col++) {
        float value = tiles.get(0).get(row, col);
        for (Tile next : tiles.subList(1, tiles.size())) {
          value = Alu.apply(op, value, next.get(row, col));
        }
        target.set(row, col, value, rounding);
      }
    }
  }
}
