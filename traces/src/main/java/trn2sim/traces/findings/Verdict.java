package trn2sim.traces.findings;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.search.Advice;
import trn2sim.traces.search.FlipSearch;

/**
 * Whether fusing pays.
 *
 * @param views the fused kernel, its parts and the baseline
 * @param loss what most time is lost to
 * @param flips sizes that change the advice, if they were looked for
 * @param range whether it holds over the range of the answer, if that was looked for
 */
public record Verdict(
    ViewTimes views,
    Optional<GapCause> loss,
    Optional<List<FlipSearch.Flip>> flips,
    Optional<RangeVerdict> range) {
  static Optional<Verdict> of(Findings findings) {
    return findings
        .times()
        .views()
        .filter(ViewTimes::hasSequential)
        .map(
            views ->
                new Verdict(
                    views,
                    findings.largestLoss(),
                    findings.sideRuns().flips(),
                    findings.range().flatMap(Range::verdict)));
  }

  public Advice advice() {
    return Advice.of(views.speedup());
  }

  /** In words, with its numbers. */
  public String sentence() {
    String how =
        Text.format(
            "%s: %.1f us fused against %.1f us gathered first, %.2fx",
            advice().words(),
            views.ps(View.TOTAL) / PS_PER_US,
            views.ps(View.SEQUENTIAL) / PS_PER_US,
            views.speedup());
    String hidden =
        Text.format(
            "; %.0f %% of the shorter part (%s) is hidden",
            100 * Math.min(1, views.overlapEfficiency()),
            views.ps(View.COMM_ONLY) < views.ps(View.COMPUTE_ONLY) ? "communication" : "compute");
    String most =
        loss.map(
                cause ->
                    Text.format(
                        "; most is lost to: %s, %.1f us", cause.name(), cause.ps() / PS_PER_US))
            .orElse("");
    String over = range.map(whole -> " " + whole.sentence()).orElse("");
    return how + hidden + most + "." + flips.map(Verdict::changes).orElse("") + over;
  }

  private static String changes(List<FlipSearch.Flip> flips) {
    if (flips.isEmpty()) {
      return " No dimension doubled, halved or quartered alone changes that.";
    }
    List<String> changes = new ArrayList<>();
    for (Advice advice : Advice.values()) {
      List<String> places =
          flips.stream().filter(flip -> flip.advice() == advice).map(Verdict::place).toList();
      if (!places.isEmpty()) {
        changes.add(advice.words().toLowerCase(Locale.ROOT) + " at " + String.join(", ", places));
      }
    }
    return " Sizes that change it: " + String.join("; ", changes) + ".";
  }

  private static String place(FlipSearch.Flip flip) {
    String name = flip.key().replaceFirst(".*[.]", "");
    return Text.format("%s = %d (%.2fx)", name, flip.size(), flip.speedup());
  }
}
