package trn2sim.core.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads plain YAML scalars as finite decimal numbers, with bounded digits and exponent. */
final class ScalarNumber {
  private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,40}");
  private static final Pattern DECIMAL =
      Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,2})?");

  private ScalarNumber() {}

  static Optional<Long> integer(String text) {
    return Optional.of(text)
        .filter(t -> INTEGER.matcher(t).matches())
        .map(BigInteger::new)
        .filter(value -> value.bitLength() < Long.SIZE)
        .map(BigInteger::longValueExact);
  }

  static Optional<BigDecimal> decimal(String text) {
    return Optional.of(text).filter(t -> DECIMAL.matcher(t).matches()).map(BigDecimal::new);
  }

  static String range(long min, long max) {
    boolean noMin = min == Long.MIN_VALUE;
    return range(Long.toString(min), noMin, Long.toString(max), max == Long.MAX_VALUE);
  }

  static String range(double min, double max) {
    return range(print(min), min <= -Double.MAX_VALUE, print(max), max >= Double.MAX_VALUE);
  }

  private static String range(String min, boolean noMin, String max, boolean noMax) {
    if (noMin && noMax) {
      return "";
    }
    if (noMax) {
      return " of at least " + min;
    }
    return noMin ? " of at most " + max : " from " + min + " to " + max;
  }

  private static String print(double bound) {
    return Double.isInfinite(bound)
        ? Double.toString(bound)
        : BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
  }
}
