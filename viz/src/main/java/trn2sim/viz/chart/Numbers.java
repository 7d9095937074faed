package trn2sim.viz.chart;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** Axes and their numbers, the same whatever the locale. */
final class Numbers {
  private static final int MINOR_TICKS = 9;
  private static final double MANY_DECADES = 1000;
  private static final int[] NAMED = {1, 2, 5};

  private Numbers() {}

  private static NumberFormat format() {
    return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT));
  }

  static NumberAxis linear(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setNumberFormatOverride(format());
    return axis;
  }

  /** A logarithmic axis that names the powers of ten, or 1, 2 and 5 where those are few. */
  static LogAxis log(String label, double low, double high) {
    if (high / low < MANY_DECADES) {
      return few(label, low, high);
    }
    LogAxis axis = new LogAxis(label);
    axis.setBaseSymbol("10");
    axis.setRange(low, high);
    axis.setTickUnit(new NumberTickUnit(1, format(), MINOR_TICKS));
    axis.setMinorTickMarksVisible(true);
    return axis;
  }

  private static LogAxis few(String label, double low, double high) {
    List<Double> values = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(low)); Math.pow(10, power) <= high; power++) {
      for (int digit : NAMED) {
        double value = BigDecimal.valueOf(digit, -power).doubleValue();
        if (value >= low && value <= high) {
          values.add(value);
        }
      }
    }
    LogAxis axis =
        new LogAxis(label) {
          @Override
          public List<NumberTick> refreshTicks(
              Graphics2D g2, AxisState state, Rectangle2D area, RectangleEdge edge) {
            boolean across = RectangleEdge.isTopOrBottom(edge);
            return ticks(values, across ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT);
          }
        };
    axis.setRange(low, high);
    return axis;
  }

  /** An axis with a tick at each of some values and nowhere else. */
  static NumberAxis linear(String label, List<Double> values) {
    NumberAxis axis =
        new NumberAxis(label) {
          @Override
          public List<NumberTick> refreshTicks(
              Graphics2D g2, AxisState state, Rectangle2D area, RectangleEdge edge) {
            return ticks(values);
          }
        };
    axis.setAutoRangeIncludesZero(false);
    return axis;
  }

  /** The same, logarithmic. */
  static LogAxis log(String label, List<Double> values) {
    LogAxis axis =
        new LogAxis(label) {
          @Override
          public List<NumberTick> refreshTicks(
              Graphics2D g2, AxisState state, Rectangle2D area, RectangleEdge edge) {
            return ticks(values);
          }
        };
    axis.setRange(values.get(0) / 1.2, values.get(values.size() - 1) * 1.2);
    return axis;
  }

  private static List<NumberTick> ticks(List<Double> values) {
    return ticks(values, TextAnchor.TOP_CENTER);
  }

  private static List<NumberTick> ticks(List<Double> values, TextAnchor anchor) {
    return values.stream()
        .map(value -> new NumberTick(value, format().format(value), anchor, TextAnchor.CENTER, 0))
        .toList();
  }
}
