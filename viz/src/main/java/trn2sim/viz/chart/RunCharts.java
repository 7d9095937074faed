package trn2sim.viz.chart;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import trn2sim.traces.run.RunResult;

/** Draws the charts of a run as PNG files. */
public final class RunCharts {
  private static final int WIDTH = 1400;
  private static final int MARGIN = 130;
  private static final int ROW_HEIGHT = 34;

  private RunCharts() {}

  public static void write(RunResult result, Path directory) throws IOException {
    int rows = TimelineChart.rows(result.timeline()).size();
    save(TimelineChart.of(result), directory.resolve("timeline.png"), rows);
    save(UtilizationChart.of(result), directory.resolve("utilization.png"), rows);
  }

  private static void save(JFreeChart chart, Path file, int rows) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      ChartUtils.writeChartAsPNG(out, chart, WIDTH, MARGIN + ROW_HEIGHT * Math.max(4, rows));
    }
  }
}
