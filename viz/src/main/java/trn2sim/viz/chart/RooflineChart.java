package trn2sim.viz.chart;

import static trn2sim.core.unit.Units.PS_PER_SECOND;
import static trn2sim.core.unit.Units.TERA;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.util.OptionalDouble;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Rates;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.theme.Palette;

/**
 * The run under the roofs of compute and memory (Williams, Waterman and Patterson, "Roofline", CACM
 * 52(4), 2009); bytes are those the run moved to and from HBM.
 */
final class RooflineChart implements Chart<Findings> {
  private static final double DECADES = 30;
  private static final double LABEL_DISTANCE = 1.1;
  private static final Color LINK = new Color(Palette.GREEN);
  private static final BasicStroke DASHED =
      new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {8, 5}, 0);

  /** What one rank could do, and what it did. */
  private record Point(double peak, double bandwidth, double intensity, double rate) {
    static Point of(Findings findings) {
      RunResult run = findings.run();
      Rates.Arithmetic arithmetic = findings.rates().arithmetic().orElseThrow();
      Rates.Memory memory = findings.rates().memory().orElseThrow();
      double bytes = (double) memory.bytes() / run.ranks();
      return new Point(
          arithmetic.peak(),
          PS_PER_SECOND * memory.bytesPerPs() / run.ranks(),
          run.work().flopsPerRank() / bytes,
          arithmetic.perSecond());
    }

    double ridge() {
      return peak / bandwidth;
    }

    double roof(double flopsPerByte) {
      return Math.min(peak, bandwidth * flopsPerByte);
    }
  }

  @Override
  public String file() {
    return "roofline";
  }

  @Override
  public boolean applies(Findings findings) {
    return findings.rates().arithmetic().isPresent()
        && findings.rates().memory().filter(memory -> memory.bytes() > 0).isPresent();
  }

  @Override
  public String title(Findings findings) {
    Point point = Point.of(findings);
    return Text.format(
        "%s reaches %s TFLOPS per rank, %.0f %% of its %s roof at %.0f flop per byte",
        findings.run().scenario().name(),
        Text.number(point.rate / TERA),
        100 * point.rate / point.roof(point.intensity),
        point.intensity < point.ridge() ? "HBM" : "compute",
        point.intensity);
  }

  @Override
  public JFreeChart draw(Findings findings) {
    Point run = Point.of(findings);
    double low = Math.min(run.intensity, run.ridge()) / DECADES;
    double high = Math.max(run.intensity, run.ridge()) * DECADES;
    XYSeries roof = new XYSeries("roof of a rank: HBM bandwidth, then compute");
    for (double x : new double[] {low, run.ridge(), high}) {
      roof.add(x, run.roof(x) / TERA);
    }
    XYSeries point = new XYSeries(findings.run().scenario().name());
    point.add(run.intensity, run.rate / TERA);
    XYSeriesCollection data = new XYSeriesCollection(roof);
    data.addSeries(point);
    LogAxis x = Numbers.log("arithmetic intensity, flop per byte of HBM traffic", low, high);
    double bottom = Math.min(run.roof(low), run.rate) / TERA / 2;
    double top = Math.max(run.peak / TERA, link(findings).orElse(0)) * 3;
    LogAxis y = Numbers.log("TFLOPS per rank", bottom, top);
    XYPlot plot = new XYPlot(data, x, y, renderer(14));
    OptionalDouble link = link(findings);
    double peak = run.peak / TERA;
    plot.addAnnotation(computeLabel(x.getRange().getUpperBound(), peak, link.orElse(0) > peak));
    link.ifPresent(
        tflops -> {
          plot.addRangeMarker(new ValueMarker(tflops, LINK, DASHED));
          plot.addAnnotation(linkLabel(x.getRange().getLowerBound(), tflops));
        });
    return ChartTheme.upright(title(findings), plot, true);
  }

  /** The rate at which the links alone would allow the work to be done, whatever HBM does. */
  private static OptionalDouble link(Findings findings) {
    long bound = findings.boundsPs().getOrDefault("link", 0L);
    double flops = findings.run().work().flopsPerRank();
    return bound > 0
        ? OptionalDouble.of(flops / (bound / PS_PER_SECOND) / TERA)
        : OptionalDouble.empty();
  }

  /** At the end where the roof is flat; under it if the link's line lies above. */
  private static XYTextAnnotation computeLabel(double x, double tflops, boolean under) {
    double y = under ? tflops / LABEL_DISTANCE : tflops * LABEL_DISTANCE;
    XYTextAnnotation label =
        new XYTextAnnotation("compute roof " + Text.number(tflops) + " TFLOPS ", x, y);
    label.setTextAnchor(under ? TextAnchor.TOP_RIGHT : TextAnchor.BOTTOM_RIGHT);
    return label;
  }

  private static XYTextAnnotation linkLabel(double x, double tflops) {
    String text = " link roof " + Text.number(tflops) + " TFLOPS";
    XYTextAnnotation label = new XYTextAnnotation(text, x, tflops * LABEL_DISTANCE);
    label.setTextAnchor(TextAnchor.BOTTOM_LEFT);
    return label;
  }

  /** A line for the roof, then dots of a size for what is under it. */
  static XYLineAndShapeRenderer renderer(int dot) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer();
    renderer.setSeriesShapesVisible(0, false);
    renderer.setSeriesPaint(0, ChartTheme.series(0));
    renderer.setSeriesStroke(0, new BasicStroke(2.5f));
    renderer.setSeriesLinesVisible(1, false);
    renderer.setSeriesPaint(1, ChartTheme.series(3));
    renderer.setSeriesShape(1, new Ellipse2D.Double(-dot / 2.0, -dot / 2.0, dot, dot));
    return renderer;
  }
}
