package trn2sim.kernels.check;

import java.util.Optional;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Tile;

/**
 * Compares every element of a product of whole numbers with its exact value, rounded as the output
 * is: nothing may differ, whatever the size.
 */
final class IntegerCheck {
  /** Rows computed at a time, many enough to be worth their tables. */
  private static final int ROWS = 1024;

  /** Largest product of two inputs. */
  private static final int LARGEST = 16;

  private final Operand left;
  private final Operand right;
  private final Tile actual;
  private final RoundingMode mode;
  private final int roundings;

  IntegerCheck(Problem.Product product, Tile actual, RoundingMode mode) {
    this.left = Operand.stacked(product.left());
    this.right = Operand.of(product.right());
    this.actual = actual;
    this.mode = mode;
    this.roundings = product.roundings();
  }

  RankVerdict verdict(int rank) {
    OutputType type = OutputType.of(actual.data().type());
    WholeNumbers numbers = WholeNumbers.upTo(LARGEST * left.cols(), type, mode, roundings);
    Comparison found = compare(numbers);
    return new RankVerdict(
        rank,
        found.wrong().isEmpty(),
        found.relErr(),
        found.maxError(),
        0,
        reference(),
        Mismatch.among(actual, found.wrong()));
  }

  private String reference() {
    String whole = "whole integer product, ";
    if (roundings > 1) {
      return whole + "within " + roundings + " roundings";
    }
    return whole
        + (mode == RoundingMode.NEAREST
            ? "equality required"
            : "one of the two neighbours required");
  }

  private Comparison compare(WholeNumbers numbers) {
    DigitProduct product = new DigitProduct(left, right);
    int across = (right.cols() + DigitProduct.COLS - 1) / DigitProduct.COLS;
    int down = (left.rows() + ROWS - 1) / ROWS;
    return Chunks.of(across * down, 1)
        .reduce(
            Comparison.NONE,
            (block, one) ->
                compare(
                    product, numbers, block / across * ROWS, block % across * DigitProduct.COLS),
            Comparison::and);
  }

  private Comparison compare(DigitProduct product, WholeNumbers numbers, int row, int col) {
    int rows = Math.min(ROWS, left.rows() - row);
    int cols = Math.min(DigitProduct.COLS, right.cols() - col);
    int[][] expected = product.part(row, rows, col, cols);
    float[] values = new float[cols];
    Comparison found = Comparison.NONE;
    for (int i = 0; i < rows; i++) {
      actual.data().decode(actual.row(row + i).part(col, cols), values, 0);
      found = found.and(row(row + i, col, expected[i], values, numbers));
    }
    return found;
  }

  private static Comparison row(
      int row, int col, int[] expected, float[] values, WholeNumbers numbers) {
    double worst = 0;
    int largest = 0;
    Optional<Mismatch> wrong = Optional.empty();
    for (int j = 0; j < values.length; j++) {
      double error = numbers.error(expected[j], values[j]);
      if (error != 0) {
        wrong = Mismatch.both(wrong, Mismatch.unless(false, row, col + j, values[j], expected[j]));
        worst = Double.isNaN(error) ? error : Math.max(worst, error);
      }
      largest = Math.max(largest, expected[j]);
    }
    return new Comparison(worst, largest, 0, wrong);
  }
}
