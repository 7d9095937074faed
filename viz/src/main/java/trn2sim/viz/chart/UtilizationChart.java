package trn2sim.viz.chart;

import java.awt.Color;
import java.util.Comparator;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.StackedBarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;
import trn2sim.core.timeline.WaitReason;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.findings.Findings;

/** How each engine spent the run: busy, or waiting and what for. */
final class UtilizationChart implements Chart<Findings> {
  private static final int MOST_ROWS = 40;
  private static final double PERCENT = 100;

  @Override
  public String file() {
    return "utilization";
  }

  @Override
  public boolean applies(Findings findings) {
    return true;
  }

  @Override
  public int height(Findings findings) {
    return Chart.heightOf(Math.max(4, rows(findings).size()));
  }

  private static List<EngineUse> rows(Findings findings) {
    return RowSample.engines(findings.run()).stream().limit(MOST_ROWS).toList();
  }

  @Override
  public String title(Findings findings) {
    String busiest =
        findings.engines().stream()
            .max(Comparator.comparingLong(EngineUse::busyPs))
            .map(
                use ->
                    Text.format(
                        "%s is busiest, %s active",
                        use.engine(), Text.percent(findings.share(use.busyPs()))))
            .orElse("no engine worked");
    return findings.run().scenario().name() + ": " + busiest;
  }

  @Override
  public JFreeChart draw(Findings findings) {
    List<EngineUse> uses = rows(findings);
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    StackedBarRenderer renderer = new StackedBarRenderer();
    for (EngineUse use : uses) {
      data.addValue(PERCENT * findings.share(use.busyPs()), "busy", row(use));
    }
    colour(renderer, data, "busy", ChartTheme.BUSY);
    for (WaitReason reason : WaitReason.values()) {
      String label = "waits: " + reason.label();
      for (EngineUse use : uses) {
        Long waited = use.waitsPs().get(reason);
        if (waited != null) {
          data.addValue(PERCENT * findings.share(waited), label, row(use));
        }
      }
      colour(renderer, data, label, ChartTheme.of(reason));
    }
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    NumberAxis share = Numbers.linear(label(findings, uses.size()));
    share.setRange(0, PERCENT);
    CategoryPlot plot = new CategoryPlot(data, new CategoryAxis(), share, renderer);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
    return ChartTheme.dress(title(findings), plot, true);
  }

  private static String label(Findings findings, int drawn) {
    int all = RowSample.engines(findings.run()).size();
    return Chart.label("share of the run, %", drawn, all, "engines");
  }

  private static void colour(
      StackedBarRenderer renderer, DefaultCategoryDataset data, String label, Color colour) {
    int series = data.getRowIndex(label);
    if (series >= 0) {
      renderer.setSeriesPaint(series, colour);
    }
  }

  private static String row(EngineUse use) {
    return use.core() + "." + use.engine();
  }
}
