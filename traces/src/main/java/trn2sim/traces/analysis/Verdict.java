package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.run.Advice;
import trn2sim.traces.run.FlipSearch;
import trn2sim.traces.run.RunResult;

/** Whether fusing pays, in a sentence with its numbers. */
public final class Verdict {
  private Verdict() {}

  public static Optional<String> of(Analysis analysis) {
    RunResult result = analysis.result();
    return result
        .views()
        .filter(ViewTimes::hasSequential)
        .map(v -> text(result, v) + analysis.flips().map(Verdict::flips).orElse(""));
  }

  private static String flips(List<FlipSearch.Flip> flips) {
    if (flips.isEmpty()) {
      return " No dimension doubled, halved or quartered alone changes that.";
    }
    List<String> changes = new ArrayList<>();
    for (Advice advice : Advice.values()) {
      List<String> places =
          flips.stream()
              .filter(flip -> flip.advice() == advice)
              .map(
                  flip ->
                      String.format(
                          Locale.ROOT,
                          "%s = %d (%.2fx)",
                          flip.key().replaceFirst(".*[.]", ""),
                          flip.size(),
                          flip.speedup()))
              .toList();
      if (!places.isEmpty()) {
        changes.add(advice.words().toLowerCase(Locale.ROOT) + " at " + String.join(", ", places));
      }
    }
    return " Sizes that change it: " + String.join("; ", changes) + ".";
  }

  private static String text(RunResult result, ViewTimes views) {
    double speedup = views.speedup();
    String how =
        String.format(
            Locale.ROOT,
            "%s: %.1f us fused against %.1f us gathered first, %.2fx",
            Advice.of(speedup).words(),
            views.ps(View.TOTAL) / 1e6,
            views.ps(View.SEQUENTIAL) / 1e6,
            speedup);
    String hidden =
        String.format(
            Locale.ROOT,
            "; %.0f %% of the shorter part (%s) is hidden",
            100 * Math.min(1, views.overlapEfficiency()),
            views.ps(View.COMM_ONLY) < views.ps(View.COMPUTE_ONLY) ? "communication" : "compute");
    return how + hidden + largestCause(result).orElse("") + ".";
  }

  private static Optional<String> largestCause(RunResult result) {
    return GapCauses.of(result).entrySet().stream()
        .filter(cause -> !cause.getKey().equals("peak arithmetic"))
        .max(Map.Entry.comparingByValue())
        .map(
            cause ->
                String.format(
                    Locale.ROOT,
                    "; most is lost to: %s, %.1f us",
                    cause.getKey(),
                    cause.getValue() / 1e6));
  }
}
