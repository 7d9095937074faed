package trn2sim.viz.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    AccuracyReport.Summary all = report.overall();
    return Text.format(
        "%d measured rows: mean error %.1f %%, worst %.1f %%, %d within 10 %%",
        all.rows(), all.mape(), all.worst(), within(report));
  }

  @Override
  public JFreeChart draw(AccuracyReport report) {
    double low = Double.MAX_VALUE;
    double high = 0;
    Map<String, XYSeries> groups = new LinkedHashMap<>();
    for (AccuracyReport.Outcome outcome : report.outcomes()) {
      double measured = outcome.row().measured();
      low = Math.min(low, Math.min(measured, outcome.predicted()));
      high = Math.max(high, Math.max(measured, outcome.predicted()));
      groups
          .computeIfAbsent(outcome.row().group(), XYSeries::new)
          .add(measured, outcome.predicted());
    }
    XYSeriesCollection points = new XYSeriesCollection();
    groups.values().forEach(points::addSeries);
    XYPlot plot =
        new XYPlot(points, axis("measured", low, high), axis("predicted", low, high), dots(points));
    plot.setDataset(1, band(low / 2, high * 2));
    plot.setRenderer(1, lines());
    return ChartTheme.upright(title(report), plot, true);
  }

  private static long within(AccuracyReport report) {
    return report.outcomes().stream()
        .filter(outcome -> Math.abs(outcome.errorPercent()) <= 100 * BAND)
        .count();
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

  private static XYLineAndShapeRenderer dots(XYSeriesCollection points) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
    for (int series = 0; series < points.getSeriesCount(); series++) {
      renderer.setSeriesShape(series, new Ellipse2D.Double(-4, -4, 8, 8));
      renderer.setSeriesPaint(series, ChartTheme.series(series));
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
