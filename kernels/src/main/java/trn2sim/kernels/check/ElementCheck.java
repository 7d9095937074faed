package trn2sim.kernels.check;

import java.util.Optional;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Tile;

/** Compares an output with values given element by element. */
final class ElementCheck {
  private final Problem.Elements expected;
  private final Tile actual;
  private final OutputType type;
  private final double share;

  /** From here on the nearest value of the type is its infinity. */
  private final double infinite;

  private final double largest;

  private ElementCheck(Problem.Elements expected, Tile actual, RoundingMode mode) {
    this.expected = expected;
    this.actual = actual;
    this.type = OutputType.of(actual.data().type());
    this.share = mode == RoundingMode.NEAREST ? 0.5 : 1;
    this.infinite = type.largest() + type.step(type.largest()) / 2;
    this.largest = largest();
  }

  /** Rounding to the output's type comes on top of what the arithmetic may err. */
  static RankVerdict verdict(int rank, Problem.Elements expected, Tile actual, RoundingMode mode) {
    return new ElementCheck(expected, actual, mode).verdict(rank);
  }

  private RankVerdict verdict(int rank) {
    double worst = 0;
    double allowed = 0;
    Optional<Mismatch> wrong = Optional.empty();
    for (int row = 0; row < actual.rows(); row++) {
      for (int col = 0; col < actual.cols(); col++) {
        double right = expected.values().at(row, col);
        double value = actual.exact(row, col);
        double bound = bound(Math.abs(right));
        boolean same = isSame(value, right);
        double error = same ? 0 : Math.abs(value - right);
        wrong = Mismatch.both(wrong, Mismatch.unless(error <= bound, row, col, value, right));
        worst = Double.isNaN(error) ? Double.NaN : Math.max(worst, error);
        if (!same || largest == 0) {
          allowed = Math.max(allowed, bound);
        }
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

  private double bound(double size) {
    return Double.isInfinite(size)
        ? 0
        : size * expected.relative() + largest * expected.ofLargest() + share * type.step(size);
  }

  /** Whether it is the value, or the infinity in the place of one beyond the type. */
  private boolean isSame(double value, double right) {
    boolean beyond = Math.abs(right) >= infinite && value == Math.copySign(type.beyond(), right);
    return value == right || beyond;
  }

  /**
   * Of the elements that are not exactly right: what a kernel fills masked places with, such as
   * -1e30, says nothing about the error of the others.
   */
  private double largest() {
    double found = 0;
    for (int row = 0; row < actual.rows(); row++) {
      for (int col = 0; col < actual.cols(); col++) {
        double right = expected.values().at(row, col);
        if (Double.isFinite(right) && !isSame(actual.exact(row, col), right)) {
          found = Math.max(found, Math.abs(right));
        }
      }
    }
    return found;
  }
}
