package trn2sim.traces.findings;

import java.util.List;
import java.util.Optional;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.PathChoice;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.search.Advice;
import trn2sim.traces.search.FlipSearch;

/**
 * Whether fusing pays.
 *
 * @param views the fused kernel, its parts and the baseline
 * @param time of the fused kernel, in words
 * @param flips sizes that change the advice, if they were looked for
 * @param range whether it holds over the range of the answer, if that was looked for
 */
public record Verdict(
    ViewTimes views,
    String time,
    Optional<List<FlipSearch.Flip>> flips,
    Optional<RangeVerdict> range) {
  /** The kernel that a fused one is compared with. */
  public static final String BASELINE = "gather-then-matmul";

  static Optional<Verdict> of(Findings findings) {
    return findings
        .times()
        .views()
        .filter(ViewTimes::hasSequential)
        .map(
            views ->
                new Verdict(
                    views,
                    findings.roughly(),
                    findings.sideRuns().flips(),
                    findings.range().flatMap(Range::verdict)));
  }

  public Advice advice() {
    return Advice.of(views.speedup());
  }

  /** In words, with its numbers. */
  public String sentence() {
    String apart = Text.about(views.ps(View.SEQUENTIAL));
    return advice() == Advice.FUSE
        ? Text.format(
            "%s: %s, %.2fx over %s (%s).", advice().words(), time, views.speedup(), BASELINE, apart)
        : Text.format(
            "%s: %s fused, %s takes %s (%.2fx).",
            advice().words(), time, BASELINE, apart, views.speedup());
  }

  /** At which sizes the advice would be another. */
  public Optional<String> changes() {
    return flips.map(Verdict::changes);
  }

  private static String changes(List<FlipSearch.Flip> flips) {
    return flips.isEmpty()
        ? "Doubling, halving or quartering one size does not change that."
        : "Other sizes: " + String.join("; ", flips.stream().map(Verdict::place).toList()) + ".";
  }

  private static String place(FlipSearch.Flip flip) {
    String name = flip.key().replaceFirst(".*[.]", "");
    String fails = flip.originalFails().map(why -> PathChoice.FAILS_THERE).orElse("");
    return Text.format(
        "%s at %s = %d (%.2fx%s)", flip.advice().words(), name, flip.size(), flip.speedup(), fails);
  }
}
