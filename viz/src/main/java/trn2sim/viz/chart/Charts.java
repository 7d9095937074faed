package trn2sim.viz.chart;

import java.io.IOException;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.PiePlot;
import trn2sim.traces.accuracy.AccuracyReport;
import trn2sim.traces.compare.RunComparison;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.sweep.SweepTable;

/** All charts there are. */
public final class Charts {
  static final List<Chart<Findings>> OF_RUN =
      List.of(
          new TimelineChart(),
          new UtilizationChart(),
          new OccupancyChart(),
          new RingChart(),
          new RooflineChart(),
          new TornadoChart());

  static final List<Chart<SweepTable>> OF_SWEEP =
      List.of(
          new SweepCurves(SweepFigure.TIME),
          new SweepHeatMap(SweepFigure.TIME),
          new SweepCurves(SweepFigure.SPEEDUP),
          new SweepHeatMap(SweepFigure.SPEEDUP),
          new SweepCurves(SweepFigure.MFU),
          new SweepHeatMap(SweepFigure.MFU),
          new PathMap(),
          new SweepRoofline());

  static final List<Chart<RunComparison>> OF_COMPARISON = List.of(new CompareChart());

  static final List<Chart<AccuracyReport>> OF_ACCURACY = List.of(new AccuracyChart());

  private Charts() {}

  public static void ofRun(Findings findings, ChartFiles files) throws IOException {
    write(OF_RUN, findings, files);
  }

  public static void ofSweep(SweepTable table, ChartFiles files) throws IOException {
    write(OF_SWEEP, table, files);
  }

  public static void ofComparison(RunComparison comparison, ChartFiles files) throws IOException {
    write(OF_COMPARISON, comparison, files);
  }

  public static void ofAccuracy(AccuracyReport report, ChartFiles files) throws IOException {
    write(OF_ACCURACY, report, files);
  }

  private static <T> void write(List<Chart<T>> charts, T data, ChartFiles files)
      throws IOException {
    for (Chart<T> chart : charts) {
      if (chart.applies(data)) {
        files.save(chart.draw(data), chart.file(), chart.width(), chart.height(data));
      }
    }
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
}
