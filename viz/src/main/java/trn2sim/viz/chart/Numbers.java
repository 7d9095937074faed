package trn2sim.viz.chart;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.Locale;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;

/** Axes and their numbers, the same whatever the locale. */
final class Numbers {
  private static final int MINOR_TICKS = 9;

  private Numbers() {}

  private static NumberFormat format() {
    return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT));
  }

  static NumberAxis linear(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setNumberFormatOverride(format());
    return axis;
  }

  /** A logarithmic axis that names the powers of ten. */
  static LogAxis log(String label, double low, double high) {
    LogAxis axis = new LogAxis(label);
    axis.setBaseSymbol("10");
    axis.setRange(low, high);
    axis.setTickUnit(new NumberTickUnit(1, format(), MINOR_TICKS));
    axis.setMinorTickMarksVisible(true);
    return axis;
  }
}
