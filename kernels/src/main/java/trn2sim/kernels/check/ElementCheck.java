package trn2sim.kernels.check;

import java.util.Optional;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Tile;

/** Compares an output with values given element by element. */
final class ElementCheck {
  private ElementCheck() {}

  /** Rounding to the output's type comes on top of what the arithmetic may err. */
  static RankVerdict verdict(int rank, Problem.Elements expected, Tile actual, RoundingMode mode) {
    OutputType type = OutputType.of(actual.data().type());
    double share = mode == RoundingMode.NEAREST ? 0.5 : 1;
    double largest = largest(expected, actual, type);
    double worst = 0;
    double allowed = 0;
    Optional<Mismatch> wrong = Optional.empty();
    for (int row = 0; row < actual.rows(); row++) {
      for (int col = 0; col < actual.cols(); col++) {
        double right = expected.values().at(row, col);
        double size = Math.abs(right);
        double bound =
            Double.isInfinite(size)
                ? 0
                : size * expected.relative()
                    + largest * expected.ofLargest()
                    + share * type.step(size);
        double value = actual.exact(row, col);
        double error = isSame(value, right, type) ? 0 : Math.abs(value - right);
        wrong = Mismatch.both(wrong, Mismatch.unless(error <= bound, row, col, value, right));
        worst = Double.isNaN(error) ? Double.NaN : Math.max(worst, error);
        allowed = Math.max(allowed, bound);
      }
    }
    double scale = largest == 0 ? 1 : largest;
    return new RankVerdict(
        rank,
        wrong.isEmpty(),
        worst / scale,
        worst,
        allowed / scale,
        expected.source(),
        Mismatch.among(actual, wrong));
  }

  /** Whether it is the value, or the infinity in the place of one beyond the type. */
  private static boolean isSame(double value, double right, OutputType type) {
    double infinity = type.largest() + type.step(type.largest()) / 2;
    boolean beyond = Math.abs(right) >= infinity && value == Math.copySign(type.beyond(), right);
    return value == right || beyond;
  }

  /**
   * Of the elements that are not exactly right: what a kernel fills masked places with, such as
   * -1e30, says nothing about the error of the others.
   */
  private static double largest(Problem.Elements expected, Tile actual, OutputType type) {
    double largest = 0;
    for (int row = 0; row < actual.rows(); row++) {
      for (int col = 0; col < actual.cols(); col++) {
        double right = expected.values().at(row, col);
        if (Double.isFinite(right) && !isSame(actual.exact(row, col), right, type)) {
          largest = Math.max(largest, Math.abs(right));
        }
      }
    }
    return largest;
  }
}
