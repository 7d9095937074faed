package trn2sim.kernels.check;

import java.util.List;
import trn2sim.kernels.math.Run;
import trn2sim.kernels.math.Tile;

/** A matrix given as tiles stacked from the top, read exactly. */
record Operand(List<Tile> pieces, int rows, int cols) {
  static Operand of(Tile tile) {
    return stacked(List.of(tile));
  }

  static Operand stacked(List<Tile> pieces) {
    int rows = pieces.stream().mapToInt(Tile::rows).sum();
    return new Operand(List.copyOf(pieces), rows, pieces.get(0).cols());
  }

  /** The given rows, one after another. */
  float[] rows(int first, int count) {
    return part(first, count, 0, cols);
  }

  /** The given part of the given rows, one row after another. */
  float[] part(int firstRow, int count, int firstCol, int width) {
    float[] values = new float[count * width];
    int start = 0;
    for (Tile piece : pieces) {
      int from = Math.max(firstRow, start);
      int to = Math.min(firstRow + count, start + piece.rows());
      if (from < to) {
        Tile area = piece.rows(from - start, to - from).cols(firstCol, width);
        read(area, values, (from - firstRow) * width);
      }
      start += piece.rows();
    }
    return values;
  }

  /** A tile that lies in memory by columns is read that way, for the sake of the cache. */
  private static void read(Tile area, float[] values, int at) {
    if (area.rowStride() != 1) {
      for (int row = 0; row < area.rows(); row++) {
        area.data().decode(area.row(row), values, at + row * area.cols());
      }
      return;
    }
    float[] column = new float[area.rows()];
    for (int col = 0; col < area.cols(); col++) {
      area.data().decode(new Run(area.index(0, col), 1, column.length), column, 0);
      for (int row = 0; row < column.length; row++) {
        values[at + row * area.cols() + col] = column[row];
      }
    }
  }
}
