package trn2sim.viz.chart;

import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;
import trn2sim.core.timeline.Track;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.compare.RunComparison;
import trn2sim.traces.findings.Findings;

/** The first core of two runs on one axis of time. */
final class CompareChart implements Chart<RunComparison> {
  @Override
  public String file() {
    return "compare";
  }

  @Override
  public boolean applies(RunComparison comparison) {
    return true;
  }

  @Override
  public String title(RunComparison comparison) {
    return comparison.finding();
  }

  @Override
  public int height(RunComparison comparison) {
    return Chart.heightOf(rows(comparison.a()).size() + rows(comparison.b()).size());
  }

  @Override
  public JFreeChart draw(RunComparison comparison) {
    List<Track> rows = new ArrayList<>();
    List<String> names = new ArrayList<>();
    add(comparison.a(), "A ", rows, names);
    add(comparison.b(), "B ", rows, names);
    long end =
        Math.max(comparison.a().run().timeline().endPs(), comparison.b().run().timeline().endPs());
    return TimelineChart.draw(title(comparison), "time, us", rows, names, end);
  }

  private static List<Track> rows(Findings findings) {
    return RowSample.first(findings.run());
  }

  private static void add(Findings findings, String label, List<Track> rows, List<String> names) {
    for (Track track : rows(findings)) {
      rows.add(track);
      names.add(label + track.name());
    }
  }
}
