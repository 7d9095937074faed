package trn2sim.viz.chart;

import java.util.List;
import org.jfree.chart.axis.SymbolAxis;
import trn2sim.traces.sweep.SweepTable;

/** The axes of a sweep as axes of a map, with a place for each value. */
final class SweepAxis {
  /** Of all charts of sweeps. */
  static final int WIDTH = 1200;

  private SweepAxis() {}

  static SymbolAxis of(SweepTable table, int axis) {
    List<String> values = table.values(axis);
    SymbolAxis symbols = new SymbolAxis(table.axes().get(axis), values.toArray(String[]::new));
    symbols.setRange(-0.5, values.size() - 0.5);
    symbols.setGridBandsVisible(false);
    return symbols;
  }
}
