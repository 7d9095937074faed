package trn2sim.traces.analysis;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.run.RunResult;

/** Whether fusing pays, in a sentence with its numbers. */
public final class Verdict {
  private static final double EVEN = 0.02;

  private Verdict() {}

  public static Optional<String> of(RunResult result) {
    return result.views().filter(ViewTimes::hasSequential).map(v -> text(result, v));
  }

  private static String text(RunResult result, ViewTimes views) {
    double speedup = views.speedup();
    String advice =
        speedup > 1 + EVEN
            ? "Fuse"
            : speedup < 1 - EVEN ? "Do not fuse" : "Fusing makes no difference";
    String how =
        String.format(
            Locale.ROOT,
            "%s: %.1f us fused against %.1f us gathered first, %.2fx",
            advice,
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
