package trn2sim.core.unit;

import java.util.Locale;

/** Figures as readers see them, the same in every locale. */
public final class Text {
  private Text() {}

  /** Picoseconds as microseconds with three decimals, the unit left out. */
  public static String micros(long ps) {
    return format("%.3f", ps / Units.PS_PER_US);
  }

  /** A share of one, {@code 12.3 %}. */
  public static String percent(double share) {
    return format("%.1f %%", 100 * share);
  }

  public static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
