package trn2sim.core.unit;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Figures as readers see them, the same in every locale. */
public final class Text {
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  private Text() {}

  /** Picoseconds as microseconds with three decimals, the unit left out. */
  public static String micros(long ps) {
    return format("%.3f", ps / Units.PS_PER_US);
  }

  /** Picoseconds as microseconds with three significant digits, as many as a model supports. */
  public static String about(long ps) {
    BigDecimal us = BigDecimal.valueOf(ps, 6).round(THREE_DIGITS);
    return (us.signum() == 0 ? "0" : us.toPlainString()) + " us";
  }

  /** A share of one, {@code 12.3 %}. */
  public static String percent(double share) {
    return format("%.1f %%", 100 * share);
  }

  public static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
