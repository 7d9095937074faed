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
    double largest = largest(expected, actual);
    double worst = 0;
    double allowed = 0;
    Optional<Mismatch> wrong = Optional.empty();
    for (int row = 0; row < actual.rows(); row++) {
      for (int col = 0; col < actual.cols(); col++) {
        double right = expected.values().at(row, col);
        double size = Math.abs(right);
        double bound =
            size * expected.relative() + largest * expected.ofLargest() + share * type.step(size);
        double value = actual.exact(row, col);
        double error = Math.abs(value - right);
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

  private static double largest(Problem.Elements expected, Tile actual) {
    double largest = 0;
    for (int row = 0; row < actual.rows(); row++) {
      for (int col = 0; col < actual.cols(); col++) {
        largest = Math.max(largest, Math.abs(expected.values().at(row, col)));
      }
    }
    return largest;
  }
}
