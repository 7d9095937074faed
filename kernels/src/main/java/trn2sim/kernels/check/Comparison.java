package trn2sim.kernels.check;

import java.util.Optional;

/**
 * What came out of comparing some elements with what they should be.
 *
 * @param maxError largest absolute error; NaN if something is no number
 * @param maxExpected largest expected magnitude
 * @param maxTolerance largest error that would have been accepted
 * @param wrong the first element whose error is not accepted
 */
record Comparison(
    double maxError, double maxExpected, double maxTolerance, Optional<Mismatch> wrong) {
  static final Comparison NONE = new Comparison(0, 0, 0, Optional.empty());

  /** Both together; a NaN stays. */
  Comparison and(Comparison other) {
    return new Comparison(
        Math.max(maxError, other.maxError),
        Math.max(maxExpected, other.maxExpected),
        Math.max(maxTolerance, other.maxTolerance),
        Mismatch.both(wrong, other.wrong));
  }

  double relErr() {
    return maxExpected == 0 ? maxError : maxError / maxExpected;
  }

  double bound() {
    return maxExpected == 0 ? maxTolerance : maxTolerance / maxExpected;
  }
}
