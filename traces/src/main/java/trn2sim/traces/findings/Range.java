package trn2sim.traces.findings;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import trn2sim.core.unit.Text;

/**
 * Between which times a run may lie. The ends are the shortest and the longest time found; each can
 * be had again with the settings of its variant.
 *
 * @param asIs the run itself
 * @param spans what each unknown does alone, the widest first
 * @param best all parameters together at the ends that shorten the run, if any do
 * @param worst all parameters together at the ends that lengthen the run, if any do
 * @param held how often such ranges held, if anything was measured on the device
 * @param effort what it took
 */
public record Range(
    Variant asIs,
    List<Span> spans,
    Optional<Variant> best,
    Optional<Variant> worst,
    Optional<HeldRanges> held,
    Effort effort) {
  /**
   * What finding a range took.
   *
   * @param simulations of the kernel or of its baseline
   * @param most simulations that were allowed
   * @param parameters uncertain ones that the run reads
   * @param refused settings with which the kernel cannot run, with the reason
   */
  public record Effort(int simulations, int most, int parameters, List<String> refused) {
    public Effort {
      refused = List.copyOf(refused);
    }
  }

  public Range {
    spans = spans.stream().sorted(Comparator.comparingLong(Span::widthPs).reversed()).toList();
  }

  public Variant low() {
    return all().min(Comparator.comparingLong(Variant::totalPs)).orElseThrow();
  }

  public Variant high() {
    return all().max(Comparator.comparingLong(Variant::totalPs)).orElseThrow();
  }

  /** From when on the time is said to be: the shortest found, or less if the range is narrow. */
  public long statedLowPs() {
    return Math.min(low().totalPs(), asIs.totalPs() - marginPs());
  }

  /** Until when the time is said to be: the longest found, or more if the range is narrow. */
  public long statedHighPs() {
    return Math.max(high().totalPs(), asIs.totalPs() + marginPs());
  }

  /**
   * Why more is said than was found: what is uncertain may not show in a run, as where one engine
   * is busy all the time, and yet the model is not that sure.
   */
  public Optional<String> caution() {
    return held.filter(h -> marginPs() > 0)
        .map(
            h ->
                Text.format(
                    "what is uncertain makes no more of it than %s to %s, but the model is not that"
                        + " sure: %.1f %% on either side is its usual error on %s",
                    Text.aboutMicros(low().totalPs()),
                    Text.about(high().totalPs()),
                    h.usualPercent(),
                    h.device()));
  }

  /** What a narrow range has on either side: the usual error of the device's model. */
  private long marginPs() {
    long usual = Math.round(asIs.totalPs() * held.map(HeldRanges::usualPercent).orElse(0.0) / 100);
    return high().totalPs() - low().totalPs() < 2 * usual ? usual : 0;
  }

  /** What changes the time at all, the widest first. */
  public List<Span> effects() {
    return spans.stream().filter(span -> span.widthPs() > 0).toList();
  }

  /** Every variant that was run, the run itself first. */
  Stream<Variant> all() {
    return Stream.of(
            Stream.of(asIs),
            spans.stream().flatMap(span -> span.variants().stream()),
            best.stream(),
            worst.stream())
        .flatMap(variants -> variants);
  }

  /** Whether the advice to fuse holds all over the range, for kernels that have one. */
  public Optional<RangeVerdict> verdict() {
    return RangeVerdict.of(this);
  }
}
