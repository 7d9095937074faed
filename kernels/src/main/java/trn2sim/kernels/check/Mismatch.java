package trn2sim.kernels.check;

import java.util.Locale;
import java.util.Optional;
import trn2sim.kernels.math.Tile;

/**
 * The first element that is not as it should be; the output is seen as a matrix by its last
 * dimension.
 *
 * @param extent how many others there are, and where
 */
public record Mismatch(int row, int col, double found, double expected, Extent extent) {
  static Optional<Mismatch> unless(boolean right, int row, int col, double found, double expected) {
    return right
        ? Optional.empty()
        : Optional.of(new Mismatch(row, col, found, expected, Extent.at(row, col)));
  }

  /** The first of both, and where all are. */
  static Optional<Mismatch> both(Optional<Mismatch> first, Optional<Mismatch> second) {
    if (first.isEmpty() || second.isEmpty()) {
      return first.isPresent() ? first : second;
    }
    return first.map(one -> one.with(one.extent.and(second.get().extent)));
  }

  /** Where every element of a result was compared. */
  static Optional<Mismatch> among(Tile result, Optional<Mismatch> wrong) {
    return wrong.map(one -> one.with(one.extent.of((long) result.rows() * result.cols())));
  }

  private Mismatch with(Extent known) {
    return new Mismatch(row, col, found, expected, known);
  }

  /** In words; memory that nothing has written is no number. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "row %d, column %d is %s, expected %.4g%s",
        row,
        col,
        Double.isNaN(found) ? "NaN, as where nothing is written" : number(found),
        expected,
        extent.known() ? "; " + extent.text() : "");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
