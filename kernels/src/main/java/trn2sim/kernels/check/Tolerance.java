package trn2sim.kernels.check;

import java.util.Arrays;
import java.util.Optional;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Tile;

/**
 * How far an element of a product of standard normal values may be from the exact sum.
 *
 * <ul>
 *   <li>Rounding to the output's type moves a value by at most half a step to nearest, less than a
 *       step stochastically.
 *   <li>K additions in fp32 err by at most K 2^-24 |a||b|, with the lengths of the row and the
 *       column (Cauchy-Schwarz). For independent values of mean zero no partial sum exceeds 8
 *       |a||b| / sqrt(K), and their rounding errors no 8 sqrt(K) times 2^-24 of that, both but for
 *       eight standard deviations (1e-13): 64 2^-24 |a||b|.
 *   <li>A partial sum rounded to the output's type errs by a step of its size.
 * </ul>
 */
final class Tolerance {
  private static final double SIGMAS = 8;
  private static final int COLS = 256;
  private static final double UNIT = 0x1p-24;

  private final OutputType type;
  private final double share;
  private final int roundings;
  private final double perLength;
  private final double[] colLength;

  Tolerance(Problem.Product product, Tile actual, RoundingMode mode) {
    Operand right = Operand.of(product.right());
    int depth = right.rows();
    this.type = OutputType.of(actual.data().type());
    this.share = mode == RoundingMode.NEAREST ? 0.5 : 1;
    this.roundings = product.roundings();
    double relative = 2 * share * Math.scalb(1.0, -type.precision());
    double partial = Math.min(1, SIGMAS / Math.sqrt(depth));
    this.perLength =
        (1 + relative) * Math.min(depth, SIGMAS * SIGMAS) * UNIT
            + (product.roundings() - 1) * relative * partial;
    this.colLength = colLengths(right);
  }

  private static double[] colLengths(Operand right) {
    double[] lengths = new double[right.cols()];
    Chunks.of(right.cols(), COLS)
        .forEach(
            (first, count) -> {
              for (int k = 0; k < right.rows(); k++) {
                float[] values = right.part(k, 1, first, count);
                for (int j = 0; j < count; j++) {
                  lengths[first + j] += (double) values[j] * values[j];
                }
              }
            });
    return Arrays.stream(lengths).map(Math::sqrt).toArray();
  }

  /** The length of a row of the left operand. */
  static double length(float[] values, int at, int count) {
    double squares = 0;
    for (int k = at; k < at + count; k++) {
      squares += (double) values[k] * values[k];
    }
    return Math.sqrt(squares);
  }

  private double of(double rowLength, int col, double expected) {
    double sums = perLength * rowLength * colLength[col];
    return share * type.step(Math.abs(expected) + sums) + sums;
  }

  /**
   * Compares one element with its exact value.
   *
   * @param rowLength the length of the left operand's row
   */
  Comparison compare(double rowLength, int row, int col, double expected, double value) {
    double allowed = of(rowLength, col, expected);
    double infinity = type.largest() + type.step(type.largest());
    boolean overflown =
        Double.isInfinite(value)
            && value * expected > 0
            && Math.abs(expected) + allowed >= infinity;
    double error = overflown ? 0 : Math.abs(value - expected);
    Optional<Mismatch> wrong = Mismatch.unless(error <= allowed, row, col, value, expected);
    return new Comparison(error, Math.abs(expected), allowed, wrong);
  }

  /** Variance of rounding a value over its square, roughly: what to expect, not what to allow. */
  double roundingVariance() {
    double relative = 2 * share * Math.scalb(1.0, -type.precision());
    return roundings * relative * relative / 6;
  }

  /** Variance of summing in fp32 over the square of both lengths, on the high side. */
  double summingVariance() {
    return UNIT * UNIT;
  }

  double colLength(int col) {
    return colLength[col];
  }
}
