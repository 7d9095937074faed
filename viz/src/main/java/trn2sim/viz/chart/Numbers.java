package trn2sim.viz.chart;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.Locale;

/** Numbers on axes, the same whatever the locale. */
final class Numbers {
  static final NumberFormat PLAIN =
      new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT));

  private Numbers() {}
}
