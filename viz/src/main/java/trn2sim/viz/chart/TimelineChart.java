package trn2sim.viz.chart;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import trn2sim.core.timeline.Track;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.findings.Findings;

/** Who worked when: a row for each engine and queue, bars nearer than a pixel drawn as one. */
final class TimelineChart implements Chart<Findings> {
  private static final int MOST_ROWS = 40;
  private static final int PIXELS = 1200;
  private static final double HALF_BAR = 0.38;
  private static final int MOST_RESOURCES = 3;

  @Override
  public String file() {
    return "timeline";
  }

  @Override
  public boolean applies(Findings findings) {
    return true;
  }

  @Override
  public int height(Findings findings) {
    return Chart.heightOf(Math.max(4, rows(findings).size()));
  }

  private static List<Track> rows(Findings findings) {
    return RowSample.of(findings.run()).stream().limit(MOST_ROWS).toList();
  }

  @Override
  public String title(Findings findings) {
    String shares =
        findings.criticalPath().shares().stream()
            .limit(MOST_RESOURCES)
            .map(
                share ->
                    Text.format("%s %.0f %%", share.resource(), 100 * findings.share(share.ps())))
            .collect(Collectors.joining(", "));
    return Text.format(
        "%s: about %s, critical path %s",
        findings.run().scenario().name(),
        Text.about(findings.times().totalPs()),
        shares.isEmpty() ? "empty" : shares);
  }

  @Override
  public JFreeChart draw(Findings findings) {
    List<Track> rows = rows(findings);
    List<String> names = rows.stream().map(Track::name).toList();
    int all = RowSample.of(findings.run()).size();
    String label = Chart.label("time, us", rows.size(), all, "rows");
    return draw(title(findings), label, rows, names, findings.run().timeline().endPs());
  }

  /** Rows of any runs, under the names given. */
  static JFreeChart draw(
      String title, String label, List<Track> rows, List<String> names, long endPs) {
    XYIntervalSeriesCollection bars = new XYIntervalSeriesCollection();
    XYBarRenderer renderer = new XYBarRenderer();
    for (Track.Kind kind : Track.Kind.values()) {
      XYIntervalSeries series =
          new XYIntervalSeries(kind.name().toLowerCase(Locale.ROOT), false, true);
      for (int row = 0; row < rows.size(); row++) {
        if (rows.get(row).kind() == kind) {
          add(series, row, rows.get(row), endPs / PIXELS);
        }
      }
      if (!series.isEmpty()) {
        renderer.setSeriesPaint(bars.getSeriesCount(), ChartTheme.of(kind));
        bars.addSeries(series);
      }
    }
    renderer.setUseYInterval(true);
    renderer.setShadowVisible(false);
    renderer.setBarPainter(new StandardXYBarPainter());
    SymbolAxis labels = new SymbolAxis(null, names.toArray(String[]::new));
    labels.setInverted(true);
    labels.setGridBandsVisible(false);
    NumberAxis time = Numbers.linear(label);
    time.setRange(0, Math.max(1, endPs) / PS_PER_US);
    return ChartTheme.dress(title, new XYPlot(bars, labels, time, renderer), true);
  }

  private static void add(XYIntervalSeries series, int row, Track track, long pixelPs) {
    int bar = 0;
    while (bar < track.size()) {
      long start = track.startPs(bar);
      long end = track.endPs(bar);
      bar++;
      while (bar < track.size() && track.startPs(bar) - end < pixelPs) {
        end = track.endPs(bar);
        bar++;
      }
      double low = start / PS_PER_US;
      series.add(row, row - HALF_BAR, row + HALF_BAR, low, low, end / PS_PER_US);
    }
  }
}
