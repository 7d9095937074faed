package trn2sim.core.unit;

import java.math.BigInteger;

/**
 * Exact {@code a * b / c} on longs: a 64-bit fast path, if need be with {@code b / c} in lowest
 * terms, and arbitrary precision beyond it.
 */
final class Scaling {
  static final long PS_PER_SECOND = 1_000_000_000_000L;

  private Scaling() {}

  /** The quotient rounded up; all arguments non-negative, {@code c} positive. */
  static long ceil(long a, long b, long c) {
    long low = a * b;
    if (low >= 0 && Math.multiplyHigh(a, b) == 0) {
      long quotient = low / c;
      return low % c == 0 ? quotient : quotient + 1;
    }
    long common = commonDivisor(b, c);
    if (common > 1) {
      return ceil(a, b / common, c / common);
    }
    BigInteger[] parts = product(a, b).divideAndRemainder(BigInteger.valueOf(c));
    return parts[0].add(BigInteger.valueOf(parts[1].signum())).longValueExact();
  }

  /** The quotient rounded down; all arguments non-negative, {@code c} positive. */
  static long floor(long a, long b, long c) {
    long low = a * b;
    if (low >= 0 && Math.multiplyHigh(a, b) == 0) {
      return low / c;
    }
    long common = commonDivisor(b, c);
    if (common > 1) {
      return floor(a, b / common, c / common);
    }
    return product(a, b).divide(BigInteger.valueOf(c)).longValueExact();
  }

  static long requireNonNegative(long count, String what) {
    if (count < 0) {
      throw new IllegalArgumentException("negative " + what + ": " + count);
    }
    return count;
  }

  private static long commonDivisor(long a, long b) {
    return b == 0 ? a : commonDivisor(b, a % b);
  }

  private static BigInteger product(long a, long b) {
    return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
  }
}
