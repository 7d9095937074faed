package trn2sim.viz.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Polygon;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import trn2sim.core.unit.Text;
import trn2sim.traces.accuracy.AccuracyReport;

/** Predictions against measurements; a point on the diagonal is exact. */
final class AccuracyChart implements Chart<AccuracyReport> {
  private static final int SIZE = 1000;
  private static final double BAND = 0.1;
  private static final Color LINE = new Color(0x888888);

  private static final List<Shape> SHAPES =
      List.of(
          new Ellipse2D.Double(-4, -4, 8, 8),
          new Rectangle2D.Double(-4, -4, 8, 8),
          polygon(0, -5, 5, 4, -5, 4),
          polygon(0, -6, 6, 0, 0, 6, -6, 0),
          polygon(0, 5, 5, -4, -5, -4),
          polygon(-5, -5, 0, -1, 5, -5, 1, 0, 5, 5, 0, 1, -5, 5, -1, 0),
          new Rectangle2D.Double(-6, -2, 12, 4),
          new Rectangle2D.Double(-2, -6, 4, 12));

  /** What points of one colour and shape have in common. */
  private record Kind(String device, String group) {
    static Kind of(AccuracyReport.Outcome outcome) {
      return new Kind(outcome.row().device(), outcome.row().group());
    }

    @Override
    public String toString() {
      return device + ": " + group;
    }
  }

  private static Shape polygon(int... corners) {
    Polygon polygon = new Polygon();
    for (int i = 0; i < corners.length; i += 2) {
      polygon.addPoint(corners[i], corners[i + 1]);
    }
    return polygon;
  }

  @Override
  public String file() {
    return "accuracy";
  }

  @Override
  public boolean applies(AccuracyReport report) {
    return !report.outcomes().isEmpty();
  }

  @Override
  public int width() {
    return SIZE + 100;
  }

  @Override
  public int height(AccuracyReport report) {
    return SIZE;
  }

  @Override
  public String title(AccuracyReport report) {
    return report.sets().stream().map(AccuracyChart::describe).collect(Collectors.joining("; "));
  }

  @Override
  public JFreeChart draw(AccuracyReport report) {
    double low = Double.MAX_VALUE;
    double high = 0;
    Map<Kind, XYSeries> groups = new LinkedHashMap<>();
    for (AccuracyReport.Outcome outcome : report.outcomes()) {
      double measured = outcome.row().measured();
      low = Math.min(low, Math.min(measured, outcome.predicted()));
      high = Math.max(high, Math.max(measured, outcome.predicted()));
      groups
          .computeIfAbsent(Kind.of(outcome), kind -> new XYSeries(kind.toString()))
          .add(measured, outcome.predicted());
    }
    XYSeriesCollection points = new XYSeriesCollection();
    groups.values().forEach(points::addSeries);
    XYPlot plot =
        new XYPlot(
            points,
            axis("measured", low, high),
            axis("predicted", low, high),
            dots(List.copyOf(groups.keySet())));
    plot.setDataset(1, band(low / 2, high * 2));
    plot.setRenderer(1, lines());
    return ChartTheme.upright(title(report), plot, true);
  }

  private static String describe(AccuracyReport.Summary summary) {
    return Text.format(
        "%s %s: mean error of %d rows %.1f %%",
        summary.part().device(), summary.part().set(), summary.rows(), summary.mape());
  }

  private static LogAxis axis(String name, double low, double high) {
    String label = name + ", each row in its own unit (us, ns, GB/s ...)";
    return Numbers.log(label, low / 2, high * 2);
  }

  private static XYSeriesCollection band(double low, double high) {
    XYSeriesCollection lines = new XYSeriesCollection();
    List<Double> factors = new ArrayList<>(List.of(1.0, 1 + BAND, 1 - BAND));
    for (double factor : factors) {
      String name = factor == 1 ? "exact" : factor > 1 ? "+10 %" : "-10 %";
      XYSeries line = new XYSeries(name);
      line.add(low, low * factor);
      line.add(high, high * factor);
      lines.addSeries(line);
    }
    return lines;
  }

  /** A colour for each device, a shape for each of its groups. */
  private static XYLineAndShapeRenderer dots(List<Kind> kinds) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
    List<String> devices = kinds.stream().map(Kind::device).distinct().toList();
    for (int series = 0; series < kinds.size(); series++) {
      String device = kinds.get(series).device;
      long number = kinds.stream().limit(series).filter(k -> k.device.equals(device)).count();
      renderer.setSeriesShape(series, SHAPES.get((int) number % SHAPES.size()));
      renderer.setSeriesShapesFilled(series, number < SHAPES.size());
      renderer.setSeriesPaint(series, ChartTheme.series(devices.indexOf(device)));
    }
    return renderer;
  }

  private static XYLineAndShapeRenderer lines() {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    float[] dashes = {6, 5};
    for (int series = 0; series < 3; series++) {
      renderer.setSeriesPaint(series, LINE);
      renderer.setSeriesStroke(
          series,
          series == 0
              ? new BasicStroke(1.5f)
              : new BasicStroke(1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, dashes, 0));
    }
    return renderer;
  }
}
