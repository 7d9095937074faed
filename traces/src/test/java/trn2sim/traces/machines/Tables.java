package trn2sim.traces.machines;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import trn2sim.kernels.Kernels;
import trn2sim.traces.accuracy.AccuracyFile;
import trn2sim.traces.accuracy.AccuracyReport;
import trn2sim.traces.accuracy.AccuracyRow;
import trn2sim.traces.accuracy.AccuracyRun;
import trn2sim.traces.accuracy.RowSelection;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;

/** The measured rows of the other machines, as {@code accuracy} reads and runs them. */
final class Tables {
  private static final int THREADS = 2;

  private Tables() {}

  /** The rows of the groups whose names begin so, with settings of their scenarios changed. */
  static List<AccuracyRow> rows(String group, List<Assignment> changes) {
    ScenarioLoader loader = new ScenarioLoader(Kernels.ALL);
    return AccuracyFile.builtIn(loader, new RowSelection(group, changes));
  }

  static List<AccuracyRow> rows(String group, Predicate<AccuracyRow> wanted) {
    return rows(group, List.of()).stream().filter(wanted).toList();
  }

  /** The errors of each group, in percent. */
  static Map<String, List<Double>> errors(List<AccuracyRow> rows) {
    AccuracyReport report = new AccuracyRun(THREADS, () -> {}).run(rows);
    Map<String, List<Double>> groups = new LinkedHashMap<>();
    for (AccuracyReport.Outcome outcome : report.outcomes()) {
      groups
          .computeIfAbsent(outcome.row().group(), name -> new ArrayList<>())
          .add(outcome.errorPercent());
    }
    return groups;
  }

  static double mean(List<Double> errors) {
    return errors.stream().mapToDouble(Math::abs).average().orElse(0);
  }

  static double worst(List<Double> errors) {
    return errors.stream().mapToDouble(Math::abs).max().orElse(0);
  }

  static double rms(List<Double> errors) {
    return Math.sqrt(errors.stream().mapToDouble(e -> e * e).average().orElse(0));
  }

  /** Mean and worst, as docs/fidelity-machines.md has them. */
  static String cell(List<Double> errors) {
    return String.format(Locale.ROOT, "%.1f / %.1f", mean(errors), worst(errors));
  }
}
