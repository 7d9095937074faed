package trn2sim.viz.chart;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.PiePlot;
import trn2sim.traces.run.RunResult;

/** Draws the charts of a run as PNG files. */
public final class RunCharts {
  /** What {@link #write} writes. */
  public static final List<String> FILES = List.of("timeline.png", "utilization.png");

  private static final int WIDTH = 1400;
  private static final int MARGIN = 130;
  private static final int ROW_HEIGHT = 34;

  private RunCharts() {}

  public static void write(RunResult result, Path directory) throws IOException {
    int rows = TimelineChart.rows(result.timeline()).size();
    save(TimelineChart.of(result), directory.resolve(FILES.get(0)), rows);
    save(UtilizationChart.of(result), directory.resolve(FILES.get(1)), rows);
  }

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

  private static void save(JFreeChart chart, Path file, int rows) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      ChartUtils.writeChartAsPNG(out, chart, WIDTH, MARGIN + ROW_HEIGHT * Math.max(4, rows));
    }
  }
}
