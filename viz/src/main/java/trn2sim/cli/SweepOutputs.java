package trn2sim.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import trn2sim.traces.sweep.SweepTable;
import trn2sim.viz.chart.ChartFiles;
import trn2sim.viz.chart.Charts;

/** What a sweep leaves, wherever its points ran: a table, charts, and the summary. */
final class SweepOutputs {
  /** A chart of more points shows nothing, and their rows would have to be in memory. */
  private static final int MOST_CHARTED = 50_000;

  private final Terminal terminal;
  private final boolean json;

  /**
   * @param json whether to print one document instead of the summary
   */
  SweepOutputs(Terminal terminal, boolean json) {
    this.terminal = terminal;
    this.json = json;
  }

  /**
   * Writes and prints, and says with which status to end.
   *
   * @param whole whether the table has all points of the sweep
   */
  int finish(SweepTable table, boolean whole, Path target) throws IOException {
    OutputDirectory.write(target, scratch -> write(table, whole, scratch));
    if (json) {
      table.json(terminal.out());
      terminal.out().flush();
    } else {
      terminal.print(new SweepSummary(terminal).of(table, target));
    }
    return table.failed() == table.rows().size() ? 1 : 0;
  }

  private static void write(SweepTable table, boolean whole, Path scratch) throws IOException {
    try (Writer csv = Files.newBufferedWriter(scratch.resolve("sweep.csv"))) {
      table.csv(csv);
    }
    if (whole && table.rows().size() <= MOST_CHARTED) {
      Charts.ofSweep(table, new ChartFiles(scratch, false));
    }
  }
}
