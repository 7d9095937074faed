package trn2sim.viz.chart;

import java.awt.Color;
import java.util.OptionalDouble;
import org.jfree.chart.renderer.LookupPaintScale;
import trn2sim.viz.theme.Palette;

/**
 * The colours of a map: from pale to dark, or, around a value that is neither good nor bad, from
 * one colour through white to another.
 */
record ColourScale(double least, double most, OptionalDouble neutral) {
  private static final int SHADES = 65;
  private static final Color PALE = new Color(0xF2F7FB);
  private static final Color DARK = new Color(0x00406B);
  private static final Color WORSE = new Color(Palette.VERMILION);
  private static final Color BETTER = new Color(Palette.BLUE);

  /** Shades on both sides of the neutral value reach equally far, so that hues compare. */
  static ColourScale over(double least, double most, OptionalDouble neutral) {
    if (neutral.isEmpty()) {
      return new ColourScale(least, most > least ? most : least + 1, neutral);
    }
    double middle = neutral.getAsDouble();
    double reach = Math.max(Math.max(most - middle, middle - least), 1e-3);
    return new ColourScale(middle - reach, middle + reach, neutral);
  }

  LookupPaintScale paints() {
    LookupPaintScale scale = new LookupPaintScale(least, most, Color.WHITE);
    for (int shade = 0; shade < SHADES; shade++) {
      double value = least + (most - least) * shade / (SHADES - 1);
      scale.add(value, of(value));
    }
    return scale;
  }

  Color of(double value) {
    double share = (value - least) / (most - least);
    if (neutral.isEmpty()) {
      return mix(PALE, DARK, share);
    }
    return share < 0.5
        ? mix(Color.WHITE, WORSE, 1 - 2 * share)
        : mix(Color.WHITE, BETTER, 2 * share - 1);
  }

  /** Black or white, whichever can be read on the colour of a value. */
  Color ink(double value) {
    Color ground = of(value);
    double light = 0.3 * ground.getRed() + 0.59 * ground.getGreen() + 0.11 * ground.getBlue();
    return light > 130 ? Color.BLACK : Color.WHITE;
  }

  private static Color mix(Color from, Color to, double share) {
    return new Color(
        level(from.getRed(), to.getRed(), share),
        level(from.getGreen(), to.getGreen(), share),
        level(from.getBlue(), to.getBlue(), share));
  }

  private static int level(int from, int to, double share) {
    return (int) Math.round(from + share * (to - from));
  }
}
