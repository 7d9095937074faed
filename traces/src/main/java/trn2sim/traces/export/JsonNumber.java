package trn2sim.traces.export;

import java.math.BigDecimal;
import java.math.MathContext;

/** Doubles as decimals, to twelve digits: the text is the same on every platform. */
final class JsonNumber {
  private static final MathContext DIGITS = new MathContext(12);
  private static final int LONGEST_PLAIN = 21;

  private JsonNumber() {}

  static BigDecimal of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("JSON has no " + value);
    }
    return new BigDecimal(value).round(DIGITS);
  }

  static String text(BigDecimal value) {
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal stripped = value.stripTrailingZeros();
    boolean plain = Math.abs(stripped.scale()) <= LONGEST_PLAIN;
    return plain ? stripped.toPlainString() : stripped.toString();
  }
}
