package trn2sim.viz.chart;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.RangeRow;
import trn2sim.viz.theme.Palette;

/** What spans the range of a run: each unknown alone, the widest first, then all parameters. */
final class TornadoChart implements Chart<Findings> {
  private static final double HALF_BAR = 0.36;
  private static final double MARGIN = 0.12;

  @Override
  public String file() {
    return "range";
  }

  @Override
  public boolean applies(Findings findings) {
    return findings.range().map(range -> !range.effects().isEmpty()).orElse(false);
  }

  @Override
  public int height(Findings findings) {
    return Chart.heightOf(Math.max(4, rows(findings).size()));
  }

  private static List<RangeRow> rows(Findings findings) {
    return RangeRow.of(findings.range().orElseThrow());
  }

  @Override
  public String title(Findings findings) {
    String most = findings.range().orElseThrow().effects().get(0).what();
    return findings.run().scenario().name() + ": " + findings.about() + "; widest: " + most;
  }

  @Override
  public JFreeChart draw(Findings findings) {
    Range range = findings.range().orElseThrow();
    List<RangeRow> rows = rows(findings);
    double asIs = us(range.asIs().totalPs());
    XYIntervalSeries shorter = new XYIntervalSeries("shorter than the run as it is", false, true);
    XYIntervalSeries longer = new XYIntervalSeries("longer", false, true);
    for (int row = 0; row < rows.size(); row++) {
      add(shorter, row, us(rows.get(row).lowPs()), asIs);
      add(longer, row, asIs, us(rows.get(row).highPs()));
    }
    XYIntervalSeriesCollection bars = new XYIntervalSeriesCollection();
    bars.addSeries(shorter);
    bars.addSeries(longer);
    XYPlot plot = new XYPlot(bars, names(rows), time(range), renderer());
    label(plot, rows, asIs);
    plot.addRangeMarker(new ValueMarker(asIs, new Color(Palette.DARK), new BasicStroke(1.5f)));
    return ChartTheme.dress(title(findings), plot, true);
  }

  private static XYBarRenderer renderer() {
    XYBarRenderer renderer = new XYBarRenderer();
    renderer.setUseYInterval(true);
    renderer.setShadowVisible(false);
    renderer.setBarPainter(new StandardXYBarPainter());
    renderer.setSeriesPaint(0, new Color(Palette.BLUE));
    renderer.setSeriesPaint(1, new Color(Palette.ORANGE));
    return renderer;
  }

  private static SymbolAxis names(List<RangeRow> rows) {
    SymbolAxis names =
        new SymbolAxis(null, rows.stream().map(RangeRow::name).toArray(String[]::new));
    names.setInverted(true);
    names.setGridBandsVisible(false);
    return names;
  }

  /** Not from zero: the bars are differences; room for the figures at their ends. */
  private static NumberAxis time(Range range) {
    NumberAxis time = Numbers.linear("time, us");
    double low = us(range.low().totalPs());
    double high = us(range.high().totalPs());
    double margin = MARGIN * (high - low);
    time.setRange(low - margin, high + margin);
    return time;
  }

  /** The times at the ends of each bar. */
  private static void label(XYPlot plot, List<RangeRow> rows, double asIs) {
    for (int row = 0; row < rows.size(); row++) {
      double low = us(rows.get(row).lowPs());
      double high = us(rows.get(row).highPs());
      if (low < asIs) {
        plot.addAnnotation(text(row, low, TextAnchor.CENTER_RIGHT));
      }
      if (high > asIs) {
        plot.addAnnotation(text(row, high, TextAnchor.CENTER_LEFT));
      }
    }
  }

  private static XYTextAnnotation text(int row, double us, TextAnchor anchor) {
    XYTextAnnotation text = new XYTextAnnotation(" " + Text.number(us) + " ", row, us);
    text.setFont(ChartTheme.LABEL);
    text.setTextAnchor(anchor);
    return text;
  }

  private static void add(XYIntervalSeries series, int row, double from, double to) {
    if (to > from) {
      series.add(row, row - HALF_BAR, row + HALF_BAR, to, from, to);
    }
  }

  private static double us(long ps) {
    return ps / PS_PER_US;
  }
}
