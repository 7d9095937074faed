package trn2sim.traces.findings;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
