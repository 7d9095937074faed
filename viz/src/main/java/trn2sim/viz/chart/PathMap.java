package trn2sim.viz.chart;

import java.awt.Color;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.LookupPaintScale;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.data.xy.DefaultXYZDataset;
import trn2sim.core.unit.Text;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;
import trn2sim.viz.theme.Palette;

/** Which path the rule takes over the two axes of a sweep: the boundary between SBUF and HBM. */
final class PathMap implements Chart<SweepTable> {
  private static final String PATH = "path.rule";
  private static final List<String> PATHS = List.of("SBUF", "HBM");
  private static final List<Color> COLOURS =
      List.of(new Color(Palette.BLUE), new Color(Palette.ORANGE));
  private static final Color REFUSED = new Color(0xD8D8D8);
  private static final double GAP = 0.06;

  @Override
  public String file() {
    return "map-path";
  }

  @Override
  public int width() {
    return SweepAxis.WIDTH;
  }

  @Override
  public boolean applies(SweepTable table) {
    return table.axes().size() == 2 && table.columns().contains(PATH);
  }

  @Override
  public JFreeChart draw(SweepTable table) {
    List<String> across = table.values(0);
    List<String> up = table.values(1);
    double[][] cells = new double[3][table.rows().size()];
    for (int i = 0; i < cells[0].length; i++) {
      SweepRow row = table.rows().get(i);
      cells[0][i] = across.indexOf(row.values().get(table.axes().get(0)));
      cells[1][i] = up.indexOf(row.values().get(table.axes().get(1)));
      cells[2][i] = PATHS.indexOf(row.figures().getOrDefault(PATH, ""));
    }
    DefaultXYZDataset data = new DefaultXYZDataset();
    data.addSeries("path", cells);
    XYBlockRenderer renderer = new XYBlockRenderer();
    renderer.setBlockWidth(1 - GAP);
    renderer.setBlockHeight(1 - GAP);
    renderer.setPaintScale(colours());
    XYPlot plot = new XYPlot(data, SweepAxis.of(table, 0), SweepAxis.of(table, 1), renderer);
    plot.setFixedLegendItems(legend(table));
    JFreeChart chart = ChartTheme.upright(title(table), plot, true);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinesVisible(false);
    return chart;
  }

  @Override
  public String title(SweepTable table) {
    long sbuf = count(table, "SBUF");
    long hbm = count(table, "HBM");
    String finding =
        hbm == 0
            ? "SBUF everywhere"
            : sbuf == 0 ? "HBM everywhere" : Text.format("SBUF at %d points, HBM at %d", sbuf, hbm);
    return table.name() + ": " + finding;
  }

  private static long count(SweepTable table, String path) {
    return table.rows().stream().filter(row -> path.equals(row.figures().get(PATH))).count();
  }

  private static LookupPaintScale colours() {
    LookupPaintScale scale = new LookupPaintScale(-1, PATHS.size(), REFUSED);
    scale.add(-1, REFUSED);
    for (int i = 0; i < PATHS.size(); i++) {
      scale.add(i, COLOURS.get(i));
    }
    return scale;
  }

  private static LegendItemCollection legend(SweepTable table) {
    LegendItemCollection items = new LegendItemCollection();
    for (int i = 0; i < PATHS.size(); i++) {
      items.add(new LegendItem(PATHS.get(i), COLOURS.get(i)));
    }
    if (table.failed() > 0) {
      items.add(new LegendItem("refused", REFUSED));
    }
    return items;
  }
}
