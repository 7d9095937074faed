package trn2sim.viz.chart;

import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.run.RunResult;

/**
 * The run under the roofs of compute and memory (Williams, Waterman and Patterson, "Roofline", CACM
 * 52(4), 2009); bytes are those the run moved to and from HBM.
 */
final class RooflineChart {
  private static final double TERA = 1e12;
  private static final double DECADES = 30;

  private final double peak;
  private final double bandwidth;
  private final double intensity;
  private final double rate;
  private final String name;

  private RooflineChart(RunResult result) {
    double bytes = bytes(result) / result.ranks();
    double seconds = result.totalPs() / TERA;
    double perPs = result.traffic().hbm().stream().mapToDouble(Traffic::bytesPerPs).sum();
    peak = result.work().peakFlopsPerRank();
    bandwidth = TERA * perPs / result.ranks();
    intensity = result.work().flopsPerRank() / bytes;
    rate = result.work().flopsPerRank() / seconds;
    name = result.scenario().name();
  }

  private static double bytes(RunResult result) {
    return result.traffic().hbm().stream().mapToLong(Traffic::bytes).sum();
  }

  static boolean applies(RunResult result) {
    boolean worked = result.work().flopsPerRank() > 0 && result.timeline().endPs() > 0;
    return worked && bytes(result) > 0;
  }

  static JFreeChart of(RunResult result) {
    return new RooflineChart(result).chart();
  }

  private double roof(double flopsPerByte) {
    return Math.min(peak, bandwidth * flopsPerByte);
  }

  private JFreeChart chart() {
    double ridge = peak / bandwidth;
    double low = Math.min(intensity, ridge) / DECADES;
    double high = Math.max(intensity, ridge) * DECADES;
    XYSeries roof = new XYSeries("roof of a rank: HBM bandwidth, then compute");
    for (double x : new double[] {low, ridge, high}) {
      roof.add(x, roof(x) / TERA);
    }
    XYSeries point = new XYSeries(name);
    point.add(intensity, rate / TERA);
    XYSeriesCollection data = new XYSeriesCollection(roof);
    data.addSeries(point);
    LogAxis x = Numbers.log("arithmetic intensity, flop per byte of HBM traffic", low, high);
    double bottom = Math.min(roof(low), rate) / TERA / 2;
    LogAxis y = Numbers.log("TFLOPS per rank", bottom, peak / TERA * 3);
    XYPlot plot = new XYPlot(data, x, y, renderer());
    plot.addAnnotation(label(x.getRange().getLowerBound(), "compute", peak / TERA));
    String limit = intensity < ridge ? "HBM" : "compute";
    String title =
        Findings.format(
            "%s reaches %.1f TFLOPS per rank, %.0f %% of its %s roof at %.0f flop per byte",
            name, rate / TERA, 100 * rate / roof(intensity), limit, intensity);
    return ChartTheme.upright(title, plot, true);
  }

  private static XYTextAnnotation label(double x, String what, double tflops) {
    String text = Findings.format(" %s roof %.1f TFLOPS", what, tflops);
    XYTextAnnotation annotation = new XYTextAnnotation(text, x, tflops * 1.1);
    annotation.setTextAnchor(TextAnchor.BOTTOM_LEFT);
    return annotation;
  }

  private static XYLineAndShapeRenderer renderer() {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
    renderer.setSeriesShapesVisible(0, false);
    renderer.setSeriesPaint(0, ChartTheme.series(0));
    renderer.setSeriesStroke(0, new BasicStroke(2.5f));
    renderer.setSeriesLinesVisible(1, false);
    renderer.setSeriesPaint(1, ChartTheme.series(3));
    renderer.setSeriesShape(1, new Ellipse2D.Double(-7, -7, 14, 14));
    return renderer;
  }
}
