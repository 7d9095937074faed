package trn2sim.viz.chart;

import java.awt.Color;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.LookupPaintScale;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.chart.title.PaintScaleLegend;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.DefaultXYZDataset;
import trn2sim.core.unit.Text;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/**
 * A figure over the two axes of a sweep; cells name the path, so that its boundary shows, and a
 * cell that failed is empty.
 */
record SweepHeatMap(SweepFigure figure) implements Chart<SweepTable> {
  private static final int SHADES = 64;
  private static final int MOST_LABELS = 400;
  private static final Color LOW = new Color(0xF2F7FB);
  private static final Color HIGH = new Color(0x00406B);

  /** The smallest and the largest value shown. */
  private record Span(double least, double most) {
    LookupPaintScale scale() {
      double top = most > least ? most : least + 1;
      LookupPaintScale scale = new LookupPaintScale(least, top, Color.WHITE);
      for (int shade = 0; shade < SHADES; shade++) {
        double share = (double) shade / (SHADES - 1);
        scale.add(least + share * (top - least), mix(share));
      }
      return scale;
    }

    Color ink(double value) {
      return value - least > (most - least) / 2 ? Color.WHITE : Color.BLACK;
    }
  }

  @Override
  public String file() {
    return "map-" + figure.file();
  }

  @Override
  public int width() {
    return SweepAxis.WIDTH;
  }

  @Override
  public boolean applies(SweepTable table) {
    return table.axes().size() == 2 && figure.isIn(table);
  }

  @Override
  public String title(SweepTable table) {
    return figure.best(table);
  }

  @Override
  public JFreeChart draw(SweepTable table) {
    List<SweepRow> rows =
        table.rows().stream().filter(row -> row.number(figure.path()).isPresent()).toList();
    List<String> across = table.values(0);
    List<String> up = table.values(1);
    double[][] cells = new double[3][rows.size()];
    for (int i = 0; i < rows.size(); i++) {
      cells[0][i] = across.indexOf(rows.get(i).values().get(table.axes().get(0)));
      cells[1][i] = up.indexOf(rows.get(i).values().get(table.axes().get(1)));
      cells[2][i] = figure.of(rows.get(i));
    }
    DefaultXYZDataset data = new DefaultXYZDataset();
    data.addSeries(figure.label(), cells);
    DoubleSummaryStatistics values = Arrays.stream(cells[2]).summaryStatistics();
    Span span = new Span(values.getMin(), values.getMax());
    XYBlockRenderer renderer = new XYBlockRenderer();
    renderer.setPaintScale(span.scale());
    XYPlot plot = new XYPlot(data, SweepAxis.of(table, 0), SweepAxis.of(table, 1), renderer);
    for (int i = 0; i < rows.size() && rows.size() <= MOST_LABELS; i++) {
      plot.addAnnotation(label(rows.get(i), cells[0][i], cells[1][i], span));
    }
    JFreeChart chart = ChartTheme.upright(title(table), plot, false);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinesVisible(false);
    PaintScaleLegend legend = new PaintScaleLegend(span.scale(), Numbers.linear(figure.label()));
    legend.setPosition(RectangleEdge.RIGHT);
    legend.setMargin(10, 10, 40, 10);
    chart.addSubtitle(legend);
    return chart;
  }

  private static Color mix(double share) {
    return new Color(
        (int) (LOW.getRed() + share * (HIGH.getRed() - LOW.getRed())),
        (int) (LOW.getGreen() + share * (HIGH.getGreen() - LOW.getGreen())),
        (int) (LOW.getBlue() + share * (HIGH.getBlue() - LOW.getBlue())));
  }

  private XYTextAnnotation label(SweepRow row, double x, double y, Span span) {
    String path = row.figures().getOrDefault("path.rule", "");
    String text = Text.format("%.4g", figure.of(row)) + (path.isEmpty() ? "" : " " + path);
    XYTextAnnotation label = new XYTextAnnotation(text, x, y);
    label.setPaint(span.ink(figure.of(row)));
    return label;
  }
}
