package trn2sim.viz.chart;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import trn2sim.traces.analysis.Analysis;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.run.RunResult;

/** What a chart shows, in the few words of its title. */
final class Findings {
  private static final int MOST_RESOURCES = 3;

  private Findings() {}

  /** The biggest shares of the critical path. */
  static String criticalPath(Analysis analysis) {
    double end = Math.max(1, analysis.result().timeline().endPs());
    List<String> shares =
        analysis.criticalPath().shares().stream()
            .limit(MOST_RESOURCES)
            .map(share -> format("%s %.0f %%", share.resource(), 100 * share.ps() / end))
            .toList();
    return shares.isEmpty() ? "empty" : String.join(", ", shares);
  }

  /** The engine that worked most. */
  static String busiest(RunResult result) {
    return EngineUse.engines(result).stream()
        .max(Comparator.comparingLong(EngineUse::busyPs))
        .map(use -> format("%s is busiest, %.1f %% active", use.engine(), 100 * use.utilization()))
        .orElse("no engine worked");
  }

  static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
