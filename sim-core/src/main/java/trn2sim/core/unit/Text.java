package trn2sim.core.unit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Figures as readers see them, the same in every locale. */
public final class Text {
  /** Digits of a time whose range nobody looked for. */
  private static final int DIGITS = 3;

  /** Steps into which the width of a range is divided at most; finer ones would mean nothing. */
  private static final int STEPS = 20;

  /** Decimals of a microsecond. */
  private static final int PICOSECOND = 6;

  /** Smaller shares are shown with more digits. */
  private static final double LEAST_SHARE = 5e-4;

  private static final double MEGA = 1e6;
  private static final double KILO = 1e3;
  private static final List<String> BYTES = List.of("MB", "GB", "TB");

  private Text() {}

  /** Picoseconds as microseconds with three decimals, the unit left out. */
  public static String micros(long ps) {
    return format("%.3f", ps / Units.PS_PER_US);
  }

  /** A time with three significant digits, no finer than a picosecond: {@code 254 us}. */
  public static String about(long ps) {
    return aboutMicros(ps) + " us";
  }

  /** The same, the unit left out. */
  public static String aboutMicros(long ps) {
    double us = ps / Units.PS_PER_US;
    return rounded(us, Math.max(leastUnit(us), -PICOSECOND));
  }

  /** Any figure with three significant digits, at most three of them decimals. */
  public static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    String text = rounded(value, Math.max(leastUnit(Math.abs(value)), -DIGITS));
    return BigDecimal.ZERO.compareTo(new BigDecimal(text)) == 0 ? "0" : text;
  }

  /** The same of a difference, with its sign. */
  public static String signed(double value) {
    String text = number(value);
    return value < 0 || text.equals("0") ? text : "+" + text;
  }

  /** A time as far as its range lets it be known, {@code about 254 us (247-381)}. */
  public static String about(long ps, long lowPs, long highPs) {
    double us = ps / Units.PS_PER_US;
    double width = (highPs - lowPs) / Units.PS_PER_US;
    int unit = width > 0 ? Math.max(exponent(width / STEPS), leastUnit(us)) : leastUnit(us);
    return format(
        "about %s us (%s-%s)",
        rounded(us, unit),
        rounded(lowPs / Units.PS_PER_US, unit),
        rounded(highPs / Units.PS_PER_US, unit));
  }

  /** The power of ten of the last digit that a number is shown with. */
  private static int leastUnit(double value) {
    return exponent(value) - DIGITS + 1;
  }

  private static int exponent(double value) {
    return value > 0 ? (int) Math.floor(Math.log10(value)) : 0;
  }

  private static String rounded(double value, int unit) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(-unit, RoundingMode.HALF_UP);
    return (unit > 0 ? rounded.setScale(0, RoundingMode.UNNECESSARY) : rounded).toPlainString();
  }

  /** An amount of data with three digits, {@code 245 MB}. */
  public static String bytes(long bytes) {
    double left = bytes / MEGA;
    int unit = 0;
    while (left >= KILO && unit < BYTES.size() - 1) {
      left /= KILO;
      unit++;
    }
    return rounded(left, leastUnit(left)) + " " + BYTES.get(unit);
  }

  /** A number of things, {@code 1 instruction} or {@code 56 instructions}. */
  public static String count(long number, String one) {
    return number + " " + one + (number == 1 ? "" : "s");
  }

  /** A share of one, {@code 12.3 %}. */
  public static String percent(double share) {
    return format("%.1f %%", 100 * share);
  }

  /** The same of a share that may be tiny, {@code 0.029 %}. */
  public static String smallPercent(double share) {
    return share > 0 && share < LEAST_SHARE ? number(100 * share) + " %" : percent(share);
  }

  public static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
