package trn2sim.viz.chart;

import java.awt.Color;
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
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.run.RunResult;

/** How each engine spent the run: busy, or waiting and what for. */
final class UtilizationChart {
  private static final int MOST_ROWS = 40;
  private static final double PERCENT = 100;

  private UtilizationChart() {}

  static int rows(RunResult result) {
    return Math.min(MOST_ROWS, RowSample.engines(result).size());
  }

  static JFreeChart of(RunResult result) {
    List<EngineUse> uses = RowSample.engines(result);
    long total = Math.max(1, result.timeline().endPs());
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    StackedBarRenderer renderer = new StackedBarRenderer();
    for (EngineUse use : uses.subList(0, Math.min(MOST_ROWS, uses.size()))) {
      data.addValue(PERCENT * use.busyPs() / total, "busy", row(use));
    }
    colour(renderer, data, "busy", ChartTheme.BUSY);
    for (WaitReason reason : WaitReason.values()) {
      String label = "waits: " + reason.label();
      for (EngineUse use : uses.subList(0, Math.min(MOST_ROWS, uses.size()))) {
        Long waited = use.waitsPs().get(reason);
        if (waited != null) {
          data.addValue(PERCENT * waited / total, label, row(use));
        }
      }
      colour(renderer, data, label, ChartTheme.of(reason));
    }
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    NumberAxis share = new NumberAxis("share of the run, %");
    share.setRange(0, PERCENT);
    CategoryPlot plot = new CategoryPlot(data, new CategoryAxis(), share, renderer);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
    return ChartTheme.dress(result.scenario().name() + ": " + Findings.busiest(result), plot, true);
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
