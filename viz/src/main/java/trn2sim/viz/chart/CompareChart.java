package trn2sim.viz.chart;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.timeline.Track;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.compare.Comparison;
import trn2sim.traces.run.RunResult;

/** The first core of two runs on one axis of time. */
public final class CompareChart {
  private static final int WIDTH = 1400;
  private static final int MARGIN = 130;
  private static final int ROW_HEIGHT = 34;

  private CompareChart() {}

  public static void write(Comparison comparison, ChartFiles files) throws IOException {
    List<Track> rows = new ArrayList<>();
    List<String> names = new ArrayList<>();
    add(comparison.a(), "A ", rows, names);
    add(comparison.b(), "B ", rows, names);
    long end = Math.max(comparison.a().timeline().endPs(), comparison.b().timeline().endPs());
    int height = MARGIN + ROW_HEIGHT * rows.size();
    files.save(TimelineChart.of(finding(comparison), rows, names, end), "compare", WIDTH, height);
  }

  private static void add(RunResult run, String label, List<Track> rows, List<String> names) {
    for (Track track : RowSample.first(run)) {
      rows.add(track);
      names.add(label + track.name());
    }
  }

  /** Which of the two is faster, and by how much. */
  public static String finding(Comparison comparison) {
    String a = comparison.a().scenario().name();
    String b = comparison.b().scenario().name();
    Optional<Comparison.Line> time = comparison.line("time_us.total");
    double x = time.flatMap(Comparison.Line::a).orElse(0.0);
    double y = time.flatMap(Comparison.Line::b).orElse(0.0);
    if (x == y) {
      return Findings.format("A %s and B %s take the same time, %.3f us", a, b, x);
    }
    return Findings.format(
        "%s is %.2f times as fast: A %s %.3f us, B %s %.3f us",
        x < y ? "A" : "B", Math.max(x, y) / Math.min(x, y), a, x, b, y);
  }
}
