package trn2sim.kernels.math;

/**
 * The standard normal distribution function in double precision.
 *
 * <p>Abramowitz and Stegun 26.2.11 (a series of positive terms) near zero and 26.2.14 (a continued
 * fraction for the tail) beyond.
 */
public final class NormalDistribution {
  /** Where the series ends and the fraction begins. */
  public static final double SERIES_LIMIT = 3.0;

  /** The last factor of the series; below the limit, the next term would be 1e-22 of the sum. */
  public static final int SERIES_END = 81;

  public static final int FRACTION_DEPTH = 64;
  public static final double DENSITY_AT_ZERO = 1 / StrictMath.sqrt(2 * StrictMath.PI);

  private NormalDistribution() {}

  static double cumulative(double x) {
    if (Double.isNaN(x)) {
      return x;
    }
    double size = StrictMath.abs(x);
    if (size < SERIES_LIMIT) {
      return 0.5 + density(x) * series(x);
    }
    double tail = density(size) / fraction(size);
    return x < 0 ? tail : 1 - tail;
  }

  private static double density(double x) {
    return DENSITY_AT_ZERO * Functions.exp(-0.5 * x * x);
  }

  /** x + x^3/3 + x^5/(3*5) + ... */
  private static double series(double x) {
    double square = x * x;
    double term = x;
    double sum = x;
    for (int n = 3; n <= SERIES_END; n += 2) {
      term = term * (square * (1.0 / n));
      sum = sum + term;
    }
    return sum;
  }

  /** x + 1/(x + 2/(x + 3/(x + ...))), from a fixed depth upwards. */
  private static double fraction(double x) {
    double value = x;
    for (int n = FRACTION_DEPTH; n >= 1; n--) {
      value = x + n / value;
    }
    return value;
  }
}
