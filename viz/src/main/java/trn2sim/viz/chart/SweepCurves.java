package trn2sim.viz.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/** A figure along one axis of a sweep, a line for each combination of the others. */
record SweepCurves(SweepFigure figure) implements Chart<SweepTable> {
  private static final int MOST_LINES = 14;
  private static final int MOST_TICKS = 16;
  private static final double WIDE = 30;
  private static final float[] DASHES = {7, 4};

  @Override
  public String file() {
    return "sweep-" + figure.file();
  }

  @Override
  public int width() {
    return SweepAxis.WIDTH;
  }

  @Override
  public boolean applies(SweepTable table) {
    return figure.isIn(table) && longestNumericAxis(table).isPresent();
  }

  @Override
  public String title(SweepTable table) {
    return figure.best(table);
  }

  @Override
  public JFreeChart draw(SweepTable table) {
    String axis = longestNumericAxis(table).orElseThrow();
    XYSeriesCollection lines = lines(table, axis);
    String line = figure.neutral().isPresent() ? " (line: no difference)" : "";
    NumberAxis y = Numbers.linear(figure.label() + line);
    y.setAutoRangeIncludesZero(true);
    XYPlot plot = new XYPlot(lines, across(table, axis), y, renderer(lines.getSeriesCount()));
    figure.neutral().ifPresent(value -> plot.addRangeMarker(line(value)));
    return ChartTheme.upright(title(table), plot, lines.getSeriesCount() > 1);
  }

  /** Without a label of its own, which would hide points near it. */
  private static ValueMarker line(double value) {
    return new ValueMarker(value, Color.BLACK, new BasicStroke(1.5f));
  }

  private static Optional<String> longestNumericAxis(SweepTable table) {
    return table.axes().stream()
        .filter(axis -> table.rows().stream().allMatch(row -> row.axis(axis).isPresent()))
        .max(
            Comparator.comparingLong(
                axis ->
                    table.rows().stream().map(row -> row.values().get(axis)).distinct().count()));
  }

  /** A point without the figure, such as one that failed, breaks its line. */
  private XYSeriesCollection lines(SweepTable table, String axis) {
    Map<String, XYSeries> byOthers = new LinkedHashMap<>();
    for (SweepRow row : table.rows()) {
      String others =
          row.values().entrySet().stream()
              .filter(value -> !value.getKey().equals(axis))
              .map(value -> value.getKey() + " " + value.getValue())
              .collect(Collectors.joining(", "));
      boolean has = row.number(figure.path()).isPresent();
      boolean begins = has && byOthers.size() < MOST_LINES;
      if (begins || byOthers.containsKey(others)) {
        double value = has ? figure.of(row) : Double.NaN;
        byOthers
            .computeIfAbsent(others, XYSeries::new)
            .add(row.axis(axis).orElseThrow(), (Double) value);
      }
    }
    XYSeriesCollection lines = new XYSeriesCollection();
    byOthers.values().forEach(lines::addSeries);
    return lines;
  }

  /** A tick at each value; logarithmic where they span more than a decade or so. */
  private static ValueAxis across(SweepTable table, String axis) {
    List<Double> values =
        table.rows().stream().map(row -> row.axis(axis).orElseThrow()).sorted().distinct().toList();
    double low = values.get(0);
    double high = values.get(values.size() - 1);
    boolean wide = low > 0 && high / low > WIDE;
    if (values.size() > MOST_TICKS) {
      return wide ? Numbers.log(axis, low / 1.2, high * 1.2) : plain(axis);
    }
    return wide ? Numbers.log(axis, values) : Numbers.linear(axis, values);
  }

  private static NumberAxis plain(String axis) {
    NumberAxis plain = Numbers.linear(axis);
    plain.setAutoRangeIncludesZero(false);
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
