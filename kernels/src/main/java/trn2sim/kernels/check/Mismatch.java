package trn2sim.kernels.check;

import java.util.Locale;
import java.util.Optional;

/** An element that is not as it should be; the output is seen as a matrix by its last dimension. */
public record Mismatch(int row, int col, double found, double expected) {
  static Optional<Mismatch> unless(boolean right, int row, int col, double found, double expected) {
    return right ? Optional.empty() : Optional.of(new Mismatch(row, col, found, expected));
  }

  /** In words; memory that nothing has written is no number. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "row %d, column %d is %s, expected %.4g",
        row,
        col,
        Double.isNaN(found) ? "NaN, as where nothing is written" : number(found),
        expected);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
