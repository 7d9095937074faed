package trn2sim.viz.chart;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.LookupPaintScale;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.chart.title.PaintScaleLegend;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.DefaultXYZDataset;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/**
 * A figure over the two axes of a sweep; cells name the path, so that its boundary shows, and a
 * cell that failed is empty.
 */
final class SweepHeatMap {
  private static final int SHADES = 64;
  private static final int MOST_LABELS = 400;
  private static final Color LOW = new Color(0xF2F7FB);
  private static final Color HIGH = new Color(0x00406B);

  private final SweepTable table;
  private final SweepCharts.Figure figure;
  private final List<String> across;
  private final List<String> up;
  private double least = Double.MAX_VALUE;
  private double most = -Double.MAX_VALUE;

  private SweepHeatMap(SweepTable table, SweepCharts.Figure figure) {
    this.table = table;
    this.figure = figure;
    across = table.values(0);
    up = table.values(1);
  }

  static JFreeChart of(SweepTable table, SweepCharts.Figure figure) {
    return new SweepHeatMap(table, figure).chart();
  }

  private JFreeChart chart() {
    List<double[]> cells = new ArrayList<>();
    List<XYTextAnnotation> labels = new ArrayList<>();
    for (SweepRow row : table.rows()) {
      row.number(figure.path()).ifPresent(value -> cells.add(cell(row, value * figure.factor())));
    }
    LookupPaintScale scale = scale();
    for (SweepRow row : table.rows()) {
      row.number(figure.path()).ifPresent(v -> labels.add(label(row, v * figure.factor())));
    }
    DefaultXYZDataset data = new DefaultXYZDataset();
    double[][] columns = new double[3][cells.size()];
    for (int i = 0; i < cells.size(); i++) {
      for (int c = 0; c < 3; c++) {
        columns[c][i] = cells.get(i)[c];
      }
    }
    data.addSeries(figure.label(), columns);
    XYBlockRenderer renderer = new XYBlockRenderer();
    renderer.setPaintScale(scale);
    XYPlot plot =
        new XYPlot(data, SweepCharts.axis(table, 0), SweepCharts.axis(table, 1), renderer);
    if (labels.size() <= MOST_LABELS) {
      labels.forEach(plot::addAnnotation);
    }
    JFreeChart chart = ChartTheme.upright(SweepCurves.title(table, figure), plot, false);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinesVisible(false);
    PaintScaleLegend legend = new PaintScaleLegend(scale, new NumberAxis(figure.label()));
    legend.setPosition(RectangleEdge.RIGHT);
    legend.setMargin(10, 10, 40, 10);
    chart.addSubtitle(legend);
    return chart;
  }

  private double[] cell(SweepRow row, double value) {
    least = Math.min(least, value);
    most = Math.max(most, value);
    return new double[] {x(row), y(row), value};
  }

  private int x(SweepRow row) {
    return across.indexOf(row.values().get(table.axes().get(0)));
  }

  private int y(SweepRow row) {
    return up.indexOf(row.values().get(table.axes().get(1)));
  }

  private LookupPaintScale scale() {
    double top = most > least ? most : least + 1;
    LookupPaintScale scale = new LookupPaintScale(least, top, Color.WHITE);
    for (int shade = 0; shade < SHADES; shade++) {
      double share = (double) shade / (SHADES - 1);
      scale.add(least + share * (top - least), mix(share));
    }
    return scale;
  }

  private static Color mix(double share) {
    return new Color(
        (int) (LOW.getRed() + share * (HIGH.getRed() - LOW.getRed())),
        (int) (LOW.getGreen() + share * (HIGH.getGreen() - LOW.getGreen())),
        (int) (LOW.getBlue() + share * (HIGH.getBlue() - LOW.getBlue())));
  }

  private XYTextAnnotation label(SweepRow row, double value) {
    String path = row.figures().getOrDefault("path.rule", "");
    String text = Findings.format("%.4g", value) + (path.isEmpty() ? "" : " " + path);
    XYTextAnnotation label = new XYTextAnnotation(text, x(row), y(row));
    label.setPaint(value - least > (most - least) / 2 ? Color.WHITE : Color.BLACK);
    return label;
  }
}
