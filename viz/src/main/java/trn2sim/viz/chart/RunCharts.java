package trn2sim.viz.chart;

import java.io.IOException;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.PiePlot;
import trn2sim.traces.analysis.Analysis;
import trn2sim.traces.analysis.RingSteps;
import trn2sim.traces.run.RunResult;

/** Draws the charts of a run. */
public final class RunCharts {
  private static final int WIDTH = 1400;
  private static final int HEIGHT = 700;
  private static final int MARGIN = 130;
  private static final int ROW_HEIGHT = 34;

  private RunCharts() {}

  /**
   * Loads fonts and the drawing classes, which takes longer than most runs, in the background; a
   * failure shows when something is drawn.
   */
  public static void prepare() {
    Thread thread =
        new Thread(() -> new JFreeChart(new PiePlot<String>()).createBufferedImage(80, 60));
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((t, e) -> {});
    thread.start();
  }

  private static int height(int rows) {
    return MARGIN + ROW_HEIGHT * Math.max(4, rows);
  }

  /** Charts that have nothing to show for this run are left out. */
  public static void write(Analysis analysis, ChartFiles files) throws IOException {
    RunResult result = analysis.result();
    files.save(
        TimelineChart.of(analysis), "timeline", WIDTH, height(TimelineChart.rows(result).size()));
    files.save(
        UtilizationChart.of(result), "utilization", WIDTH, height(UtilizationChart.rows(result)));
    if (OccupancyChart.applies(result)) {
      files.save(OccupancyChart.of(result), "sbuf", WIDTH, HEIGHT);
    }
    List<RingSteps.Row> steps = RingSteps.of(result);
    if (RingChart.applies(steps)) {
      int tall = MARGIN + ROW_HEIGHT * Math.max(4, steps.size());
      files.save(RingChart.of(result, steps), "ring", WIDTH, tall);
    }
    if (RooflineChart.applies(result)) {
      files.save(RooflineChart.of(result), "roofline", WIDTH, HEIGHT);
    }
  }
}
