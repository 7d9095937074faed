package trn2sim.viz.chart;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.plot.XYPlot;
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
  private static final int MOST_LABELS = 400;

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
    ColourScale scale = ColourScale.over(values.getMin(), values.getMax(), figure.neutral());
    XYBlockRenderer renderer = new XYBlockRenderer();
    renderer.setPaintScale(scale.paints());
    XYPlot plot = new XYPlot(data, SweepAxis.of(table, 0), SweepAxis.of(table, 1), renderer);
    for (int i = 0; i < rows.size() && rows.size() <= MOST_LABELS; i++) {
      plot.addAnnotation(label(rows.get(i), cells[0][i], cells[1][i], scale));
    }
    JFreeChart chart = ChartTheme.upright(title(table), plot, false);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinesVisible(false);
    PaintScaleLegend legend = new PaintScaleLegend(scale.paints(), Numbers.linear(figure.label()));
    legend.setPosition(RectangleEdge.RIGHT);
    legend.setMargin(10, 10, 40, 10);
    chart.addSubtitle(legend);
    return chart;
  }

  private XYTextAnnotation label(SweepRow row, double x, double y, ColourScale scale) {
    String path = row.figures().getOrDefault("path.rule", "");
    String text = Text.number(figure.of(row)) + (path.isEmpty() ? "" : " " + path);
    XYTextAnnotation label = new XYTextAnnotation(text, x, y);
    label.setPaint(scale.ink(figure.of(row)));
    return label;
  }
}
