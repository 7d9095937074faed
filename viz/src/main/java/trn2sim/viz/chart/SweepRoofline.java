package trn2sim.viz.chart;

import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import trn2sim.core.unit.Text;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/**
 * The points of a sweep under the roofs of compute and HBM. Points may have different devices, so
 * both axes are relative: the share of the peak, MFU, over the arithmetic intensity in multiples of
 * the one at which both roofs meet, which is MFU over MBU.
 */
final class SweepRoofline implements Chart<SweepTable> {
  private static final double MARGIN = 3;

  @Override
  public String file() {
    return "sweep-roofline";
  }

  @Override
  public int width() {
    return SweepAxis.WIDTH;
  }

  @Override
  public boolean applies(SweepTable table) {
    return !points(table).isEmpty();
  }

  private static List<SweepRow> points(SweepTable table) {
    return table.rows().stream().filter(row -> mfu(row) > 0 && mbu(row) > 0).toList();
  }

  private static double mfu(SweepRow row) {
    return row.number("mfu").orElse(0.0);
  }

  private static double mbu(SweepRow row) {
    return row.number("mbu").orElse(0.0);
  }

  @Override
  public String title(SweepTable table) {
    List<SweepRow> points = points(table);
    long memory = points.stream().filter(row -> mbu(row) > mfu(row)).count();
    return Text.format(
        "%s: %s; the best reaches %.0f %% of the peak",
        table.name(),
        roofs(memory, points.size()),
        100 * points.stream().mapToDouble(SweepRoofline::mfu).max().orElse(0));
  }

  private static String roofs(long memory, int all) {
    if (memory == 0) {
      return "all points are under the roof of compute";
    }
    return memory == all
        ? "all points are under the roof of HBM"
        : Text.format(
            "%d of %d points are under the roof of HBM, the others under that of compute",
            memory, all);
  }

  @Override
  public JFreeChart draw(SweepTable table) {
    XYSeries points = new XYSeries("points of the sweep", false, true);
    for (SweepRow row : points(table)) {
      points.add(mfu(row) / mbu(row), 100 * mfu(row));
    }
    double low = Math.min(1, points.getMinX()) / MARGIN;
    double high = Math.max(1, points.getMaxX()) * MARGIN;
    XYSeries roof = new XYSeries("roof: HBM bandwidth, then compute");
    roof.add(low, 100 * low);
    roof.add(1, 100);
    roof.add(high, 100);
    XYSeriesCollection data = new XYSeriesCollection(roof);
    data.addSeries(points);
    LogAxis x = Numbers.log("arithmetic intensity, times that where the roofs meet", low, high);
    double bottom = Math.min(100 * low, points.getMinY()) / 2;
    LogAxis y = Numbers.log("MFU, % of the peak", bottom, 100 * MARGIN);
    return ChartTheme.upright(
        title(table), new XYPlot(data, x, y, RooflineChart.renderer(8)), true);
  }
}
