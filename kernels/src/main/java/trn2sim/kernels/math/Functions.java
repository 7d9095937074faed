package trn2sim.kernels.math;

/**
 * Exponential, logarithm and what is made of them, in double precision and in a fixed order of
 * additions, multiplications, divisions and fused multiply-adds, which a vector unit can follow bit
 * by bit. Errors are at most 1e-12 of the value, so a result rounded to fp32 is the nearest but
 * where the value lies almost in the middle between two.
 */
public final class Functions {
  public static final double LOG2_E = 1.4426950408889634;

  /** The natural logarithm of two in two parts; the first has zeros at its end. */
  public static final double LN2_HIGH = 0x1.62e42fefa38p-1;

  public static final double LN2_LOW = 0x1.ef35793c7673p-45;

  /** Adding it rounds to a whole number, which is then in the low bits. */
  public static final double ROUNDER = 0x1.8p52;

  public static final long ROUNDER_BITS = Double.doubleToRawLongBits(ROUNDER);

  /** Beyond it, powers of e are no longer fp32 or even fp64. */
  public static final double LARGEST_EXPONENT = 1000;

  public static final int FRACTION_BITS = 52;
  public static final int BIAS = 1023;

  /** The bits of the square root of one half, cut off. */
  public static final long ROOT_HALF = 0x3FE6A09E_00000000L;

  public static final int EXP_TERMS = 14;
  public static final int LOG_TERMS = 12;

  /** Below it, the hyperbolic tangent is a short polynomial. */
  public static final double SMALL = 0x1p-10;

  private Functions() {}

  /** One over n factorial. */
  public static double expTerm(int n) {
    double factorial = 1;
    for (int i = 2; i <= n; i++) {
      factorial *= i;
    }
    return 1 / factorial;
  }

  /** 2^n times the exponential of what n ln 2 leaves of x. */
  public static double exp(double x) {
    double bounded = Math.min(Math.max(x, -LARGEST_EXPONENT), LARGEST_EXPONENT);
    double shifted = bounded * LOG2_E + ROUNDER;
    double n = shifted - ROUNDER;
    double rest = Math.fma(-n, LN2_LOW, Math.fma(-n, LN2_HIGH, bounded));
    double sum = expTerm(EXP_TERMS - 1);
    for (int i = EXP_TERMS - 2; i >= 0; i--) {
      sum = Math.fma(sum, rest, expTerm(i));
    }
    long power = Double.doubleToRawLongBits(shifted) - ROUNDER_BITS;
    long half = power >> 1;
    return sum * scale(half) * scale(power - half);
  }

  private static double scale(long power) {
    return Double.longBitsToDouble((power + BIAS) << FRACTION_BITS);
  }

  /** x is 2^k times m, and log m is twice the area tangent of (m - 1) / (m + 1). */
  public static double log(double x) {
    if (!(x > 0)) {
      return x == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
    if (x == Double.POSITIVE_INFINITY) {
      return x;
    }
    long bits = Double.doubleToRawLongBits(x);
    long power = (bits - ROOT_HALF) >> FRACTION_BITS;
    double m = Double.longBitsToDouble(bits - (power << FRACTION_BITS));
    double k = Double.longBitsToDouble(power + ROUNDER_BITS) - ROUNDER;
    double f = (m - 1) / (m + 1);
    double square = f * f;
    double sum = 1.0 / (2 * LOG_TERMS - 1);
    for (int i = LOG_TERMS - 1; i >= 1; i--) {
      sum = Math.fma(sum, square, 1.0 / (2 * i - 1));
    }
    return Math.fma(k, LN2_HIGH, Math.fma(k, LN2_LOW, 2 * f * sum));
  }

  static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
  }

  static double silu(double x) {
    return x / (1 + exp(-x));
  }

  public static double tanh(double x) {
    double size = Math.abs(x);
    double square = x * x;
    double small = x * Math.fma(square, Math.fma(square, 2.0 / 15, -1.0 / 3), 1);
    double large = 1 - 2 / (exp(2 * size) + 1);
    return size < SMALL ? small : Math.copySign(large, x);
  }
}
