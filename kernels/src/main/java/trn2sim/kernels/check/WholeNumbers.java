package trn2sim.kernels.check;

import trn2sim.kernels.math.RoundingMode;

/**
 * For every whole number up to a limit, the values it may be written as: the least and the greatest
 * that are right. They are the same where the rounding leaves no choice.
 */
record WholeNumbers(float[] least, float[] greatest) {
  /**
   * @param roundings how often a growing sum is rounded until it is the number
   */
  static WholeNumbers upTo(int limit, OutputType type, RoundingMode mode, int roundings) {
    WholeNumbers numbers = new WholeNumbers(new float[limit + 1], new float[limit + 1]);
    for (int n = 0; n <= limit; n++) {
      double step = type.step(n);
      double low = Math.floor(n / step) * step;
      double high = Math.ceil(n / step) * step;
      if (roundings > 1) {
        // Sums only grow, so no rounding moves one by more than the last step.
        double reach = step * roundings * (mode == RoundingMode.NEAREST ? 0.5 : 1);
        low = n - reach;
        high = n + reach + step;
      } else if (mode == RoundingMode.NEAREST) {
        low = Math.rint(n / step) * step;
        high = low;
      }
      numbers.least[n] = (float) type.bounded(low);
      numbers.greatest[n] = (float) type.bounded(high);
    }
    return numbers;
  }

  /** How far a value is from what is right; NaN if it is no number. */
  double error(int number, float value) {
    if (value >= least[number] && value <= greatest[number]) {
      return 0;
    }
    return Math.abs((double) value - number);
  }
}
