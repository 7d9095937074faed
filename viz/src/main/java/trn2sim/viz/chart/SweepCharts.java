package trn2sim.viz.chart;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jfree.chart.axis.SymbolAxis;
import trn2sim.traces.sweep.SweepTable;

/** Draws the charts of a sweep: curves of its main figures, and a map of two axes. */
public final class SweepCharts {
  /**
   * A figure worth a chart.
   *
   * @param file its name in file names
   * @param name what a title calls it
   * @param unit in which charts show it
   * @param factor from the result's unit to the label's
   * @param lessIsBetter whether the smallest is the best
   */
  record Figure(
      String path, String file, String name, String unit, double factor, boolean lessIsBetter) {
    /** What an axis says. */
    String label() {
      return name + ", " + unit;
    }
  }

  static final Figure TIME = new Figure("time_us.total", "time", "time", "us", 1, true);
  private static final Figure SPEEDUP =
      new Figure("speedup", "speedup", "speed-up", "times the unfused kernel", 1, false);
  private static final Figure MFU =
      new Figure("mfu", "mfu", "MFU", "% of the arrays' peak", 100, false);
  private static final List<Figure> FIGURES = List.of(TIME, SPEEDUP, MFU);
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 700;

  private SweepCharts() {}

  public static void write(SweepTable table, ChartFiles files) throws IOException {
    Optional<String> axis = longestNumericAxis(table);
    for (Figure figure : FIGURES) {
      if (!table.columns().contains(figure.path())) {
        continue;
      }
      if (axis.isPresent()) {
        files.save(
            SweepCurves.of(table, axis.get(), figure), "sweep-" + figure.file(), WIDTH, HEIGHT);
      }
      if (table.axes().size() == 2) {
        files.save(SweepHeatMap.of(table, figure), "map-" + figure.file(), WIDTH, HEIGHT);
      }
    }
    if (PathMap.applies(table)) {
      files.save(PathMap.of(table), "map-path", WIDTH, HEIGHT);
    }
  }

  /** An axis of a map, with a place for each value. */
  static SymbolAxis axis(SweepTable table, int axis) {
    List<String> values = table.values(axis);
    SymbolAxis symbols = new SymbolAxis(table.axes().get(axis), values.toArray(String[]::new));
    symbols.setRange(-0.5, values.size() - 0.5);
    symbols.setGridBandsVisible(false);
    return symbols;
  }

  private static Optional<String> longestNumericAxis(SweepTable table) {
    return table.axes().stream()
        .filter(axis -> table.rows().stream().allMatch(row -> row.axis(axis).isPresent()))
        .max(
            Comparator.comparingLong(
                axis ->
                    table.rows().stream().map(row -> row.values().get(axis)).distinct().count()));
  }
}
