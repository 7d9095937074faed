package trn2sim.viz.chart;

import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/** A figure along one axis of a sweep, a line for each combination of the others. */
final class SweepCurves {
  private static final int MOST_LINES = 14;
  private static final double WIDE = 30;
  private static final float[] DASHES = {7, 4};

  private SweepCurves() {}

  static JFreeChart of(SweepTable table, String axis, SweepCharts.Figure figure) {
    XYSeriesCollection lines = lines(table, axis, figure);
    NumberAxis y = new NumberAxis(figure.label());
    y.setAutoRangeIncludesZero(true);
    XYPlot plot = new XYPlot(lines, across(lines, axis), y, renderer(lines.getSeriesCount()));
    return ChartTheme.upright(title(table, figure), plot, lines.getSeriesCount() > 1);
  }

  static String title(SweepTable table, SweepCharts.Figure figure) {
    return table
        .best(figure.path(), figure.lessIsBetter())
        .map(
            best ->
                Findings.format(
                    "%s: best %s %.4g %s at %s",
                    table.name(),
                    figure.name(),
                    best.number(figure.path()).orElseThrow() * figure.factor(),
                    figure.unit(),
                    describe(best)))
        .orElse(table.name());
  }

  static String describe(SweepRow row) {
    return row.values().entrySet().stream()
        .map(value -> value.getKey() + " " + value.getValue())
        .collect(Collectors.joining(", "));
  }

  private static XYSeriesCollection lines(
      SweepTable table, String axis, SweepCharts.Figure figure) {
    Map<String, XYSeries> byOthers = new LinkedHashMap<>();
    for (SweepRow row : table.rows()) {
      String others =
          row.values().entrySet().stream()
              .filter(value -> !value.getKey().equals(axis))
              .map(value -> value.getKey() + " " + value.getValue())
              .collect(Collectors.joining(", "));
      boolean room = byOthers.size() < MOST_LINES || byOthers.containsKey(others);
      if (room && row.number(figure.path()).isPresent()) {
        byOthers
            .computeIfAbsent(others, XYSeries::new)
            .add(
                row.axis(axis).orElseThrow(),
                (Double) (row.number(figure.path()).orElseThrow() * figure.factor()));
      }
    }
    XYSeriesCollection lines = new XYSeriesCollection();
    byOthers.values().forEach(lines::addSeries);
    return lines;
  }

  /** Logarithmic where the values span more than a decade or so. */
  private static ValueAxis across(XYSeriesCollection lines, String axis) {
    double low = lines.getDomainLowerBound(false);
    double high = lines.getDomainUpperBound(false);
    if (low > 0 && high / low > WIDE) {
      return Numbers.log(axis, low / 1.2, high * 1.2);
    }
    NumberAxis plain = new NumberAxis(axis);
    plain.setAutoRangeIncludesZero(false);
    plain.setNumberFormatOverride(Numbers.format());
    return plain;
  }

  private static XYLineAndShapeRenderer renderer(int lines) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
    int colours = MOST_LINES / 2;
    for (int line = 0; line < lines; line++) {
      renderer.setSeriesPaint(line, ChartTheme.series(line % colours));
      renderer.setSeriesShape(line, new Ellipse2D.Double(-3, -3, 6, 6));
      renderer.setSeriesStroke(
          line,
          line < colours
              ? new BasicStroke(2)
              : new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, DASHES, 0));
    }
    return renderer;
  }
}
