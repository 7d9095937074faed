package trn2sim.viz.chart;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.awt.Color;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import trn2sim.traces.analysis.LateFragments;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.findings.Findings;
import trn2sim.viz.theme.Palette;

/** Overlap step by step: when each fragment was on its way, waited, and was multiplied. */
final class RingChart implements Chart<Findings> {
  private static final int FEWEST_STEPS = 2;
  private static final double HALF_BAR = 0.36;

  @Override
  public String file() {
    return "ring";
  }

  @Override
  public boolean applies(Findings findings) {
    return findings.ringSteps().size() >= FEWEST_STEPS;
  }

  @Override
  public int height(Findings findings) {
    return Chart.heightOf(Math.max(4, findings.ringSteps().size()));
  }

  @Override
  public JFreeChart draw(Findings findings) {
    List<RingStep> steps = findings.ringSteps();
    XYIntervalSeries moving = new XYIntervalSeries("fragment on its way", false, true);
    XYIntervalSeries waiting = new XYIntervalSeries("there, not used yet", false, true);
    XYIntervalSeries used = new XYIntervalSeries("multiplied", false, true);
    for (int row = 0; row < steps.size(); row++) {
      RingStep step = steps.get(row);
      add(moving, row, step.sentPs(), step.arrivedPs());
      add(waiting, row, step.arrivedPs(), step.startPs());
      add(used, row, Math.max(step.startPs(), step.arrivedPs()), step.endPs());
    }
    XYBarRenderer renderer = new XYBarRenderer();
    XYIntervalSeriesCollection bars = new XYIntervalSeriesCollection();
    show(bars, renderer, moving, Palette.GREEN);
    show(bars, renderer, waiting, Palette.YELLOW);
    show(bars, renderer, used, Palette.BLUE);
    renderer.setUseYInterval(true);
    renderer.setShadowVisible(false);
    renderer.setBarPainter(new StandardXYBarPainter());
    String[] names = steps.stream().map(step -> "step " + step.step()).toArray(String[]::new);
    SymbolAxis labels = new SymbolAxis(null, names);
    labels.setInverted(true);
    labels.setGridBandsVisible(false);
    NumberAxis time = Numbers.linear("time, us");
    time.setRange(0, Math.max(1, findings.run().timeline().endPs()) / PS_PER_US);
    XYPlot plot = new XYPlot(bars, labels, time, renderer);
    return ChartTheme.dress(title(findings), plot, true);
  }

  @Override
  public String title(Findings findings) {
    return findings.run().scenario().name() + ": " + lateness(findings.ringSteps());
  }

  private static String lateness(List<RingStep> steps) {
    LateFragments ring = LateFragments.of(steps);
    return ring.words();
  }

  private static void show(
      XYIntervalSeriesCollection bars,
      XYBarRenderer renderer,
      XYIntervalSeries series,
      int colour) {
    renderer.setSeriesPaint(bars.getSeriesCount(), new Color(colour));
    bars.addSeries(series);
  }

  private static void add(XYIntervalSeries series, int row, long fromPs, long toPs) {
    if (toPs > fromPs) {
      double low = fromPs / PS_PER_US;
      series.add(row, row - HALF_BAR, row + HALF_BAR, low, low, toPs / PS_PER_US);
    }
  }
}
