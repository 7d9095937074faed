package trn2sim.traces.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.traces.scenario.ScenarioLoader;

/** The measured rows of Trainium2 that come along: how close the simulator must stay. */
class BuiltInTableTest {
  private static final int LEAST_ROWS = 150;
  private static final double MEAN_PERCENT = 2;
  private static final double KERNEL_PERCENT = 5;
  private static final double WORST_PERCENT = 10;

  /** Rows beyond the limit, each explained in the table. */
  private static final Set<String> EXCEPTIONS =
      Set.of("NTFF-026", "TKF-004", "TKF-063", "VOY-018", "C-COLL-1018-1019");

  @Test
  void staysCloseToTheMeasurements() {
    List<AccuracyRow> rows =
        AccuracyFile.builtIn(new ScenarioLoader(Kernels.ALL), RowSelection.ALL).stream()
            .filter(row -> row.scenario().kernel() instanceof ScriptKernel)
            .toList();
    AccuracyReport report = new AccuracyRun(2, () -> {}).run(rows);
    AccuracyReport.Summary calibration = report.sets().get(0);
    assertEquals(new AccuracyReport.Part("trn2", "calibration", ""), calibration.part());
    assertTrue(calibration.rows() >= LEAST_ROWS);
    assertTrue(calibration.mape() <= MEAN_PERCENT, "mean " + calibration.mape());
    AccuracyReport.Summary kernels = report.sets().get(1);
    assertEquals(new AccuracyReport.Part("trn2", "check", ""), kernels.part());
    assertTrue(kernels.worst() <= KERNEL_PERCENT, "worst " + kernels.worst());
    Set<String> beyond = new TreeSet<>();
    for (AccuracyReport.Outcome outcome : report.outcomes()) {
      if (Math.abs(outcome.errorPercent()) > WORST_PERCENT) {
        beyond.add(outcome.row().id());
      }
    }
    assertEquals(new TreeSet<>(EXCEPTIONS), beyond);
  }
}
