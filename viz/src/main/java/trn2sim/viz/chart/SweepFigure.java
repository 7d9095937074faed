package trn2sim.viz.chart;

import java.util.OptionalDouble;
import trn2sim.core.unit.Text;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/**
 * A figure of a sweep that is worth a chart.
 *
 * @param path its dotted path in results
 * @param file its name in file names
 * @param name what a title calls it
 * @param unit in which charts show it
 * @param factor from the result's unit to the label's
 * @param lessIsBetter whether the smallest is the best
 * @param neutral the value that is neither good nor bad, for figures that have one
 */
record SweepFigure(
    String path,
    String file,
    String name,
    String unit,
    double factor,
    boolean lessIsBetter,
    OptionalDouble neutral) {
  static final SweepFigure TIME =
      new SweepFigure("time_us.total", "time", "time", "us", 1, true, OptionalDouble.empty());
  static final SweepFigure SPEEDUP =
      new SweepFigure(
          "speedup",
          "speedup",
          "speed-up",
          "times the unfused kernel",
          1,
          false,
          OptionalDouble.of(1));
  static final SweepFigure MFU =
      new SweepFigure(
          "mfu", "mfu", "MFU", "% of the arrays' peak", 100, false, OptionalDouble.empty());

  /** Whether any point has it. */
  boolean isIn(SweepTable table) {
    return table.columns().contains(path);
  }

  /** What an axis says. */
  String label() {
    return name + ", " + unit;
  }

  /** The best point, in words. */
  String best(SweepTable table) {
    return table
        .best(path, lessIsBetter)
        .map(
            best ->
                Text.format(
                    "%s: best %s %s %s at %s",
                    table.name(),
                    name,
                    Text.number(best.number(path).orElseThrow() * factor),
                    unit,
                    best.describe()))
        .orElse(table.name());
  }

  /** Its value at a point that has it, as charts show it. */
  double of(SweepRow row) {
    return row.number(path).orElseThrow() * factor;
  }
}
