package trn2sim.kernels.functional;

import java.util.List;
import trn2sim.kernels.math.Tile;

/** A matrix given as tiles stacked from the top, read as doubles. */
record Operand(List<Tile> pieces, int rows, int cols) {
  static Operand of(Tile tile) {
    return stacked(List.of(tile));
  }

  static Operand stacked(List<Tile> pieces) {
    int rows = pieces.stream().mapToInt(Tile::rows).sum();
    return new Operand(List.copyOf(pieces), rows, pieces.get(0).cols());
  }

  /** Part of a row, exactly. */
  double[] row(int row, int firstCol, int count) {
    int within = row;
    for (Tile piece : pieces) {
      if (within < piece.rows()) {
        float[] decoded = new float[count];
        piece.data().decode(piece.row(within).part(firstCol, count), decoded, 0);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
          values[i] = decoded[i];
        }
        return values;
      }
      within -= piece.rows();
    }
    throw new IndexOutOfBoundsException(row);
  }
}
