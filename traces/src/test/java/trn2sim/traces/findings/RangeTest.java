package trn2sim.traces.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import trn2sim.traces.run.Timing;
import trn2sim.traces.search.Advice;

/** No range is said to be narrower than the model's usual error. */
class RangeTest {
  private static final long AS_IS = 1_000_000_000;
  private static final HeldRanges HELD = new HeldRanges("trn2", 10, 5, 8, 5);

  private static Variant variant(long ps) {
    return new Variant(List.of("a=" + ps), new Timing(ps, OptionalLong.empty()));
  }

  private static Range range(long low, long high, Optional<HeldRanges> held) {
    Span span = new Span("instruction order", "", List.of(variant(low), variant(high)));
    return new Range(
        variant(AS_IS),
        List.of(span),
        Optional.empty(),
        Optional.empty(),
        held,
        new Range.Effort(3, 25, 0, List.of()));
  }

  private static void assertStated(long low, long high, Range range) {
    assertEquals(List.of(low, high), List.of(range.statedLowPs(), range.statedHighPs()));
  }

  @Test
  void aWideRangeIsSaidAsItWasFound() {
    Range range = range(990_000_000, 1_090_000_000, Optional.of(HELD));
    assertStated(990_000_000, 1_090_000_000, range);
    assertEquals(Optional.empty(), range.caution());
  }

  @Test
  void aNarrowOneHasTheUsualErrorOnEitherSide() {
    Range range = range(999_000_000, 1_098_000_000, Optional.of(HELD));
    assertStated(950_000_000, 1_098_000_000, range);
    String said = range.caution().orElseThrow();
    assertTrue(said.contains("999 to 1100 us") && said.contains("5.0 %"), said);
    assertStated(950_000_000, 1_050_000_000, range(999_000_000, 1_001_000_000, Optional.of(HELD)));
  }

  @Test
  void aVerdictThatManySettingsOverturnCountsThem() {
    Variant asIs = new Variant(List.of(), new Timing(AS_IS, OptionalLong.of(2 * AS_IS)));
    Timing even = new Timing(2 * AS_IS, OptionalLong.of(2 * AS_IS));
    List<String> three = List.of("a=1", "b=2", "c=3");
    Variant few = new Variant(three, even);
    Variant many = new Variant(List.of("a=1", "b=2", "c=3", "d=4"), even);
    Span span = new Span("instruction order", "", List.of(asIs, few));
    Range range =
        new Range(
            asIs,
            List.of(span),
            Optional.empty(),
            Optional.of(many),
            Optional.empty(),
            new Range.Effort(3, 25, 0, List.of()));
    assertEquals(
        "\"FUSE\" does not hold over the whole range, 1.00x to 2.00x: no difference with a=1, b=2,"
            + " c=3 1.00x; no difference with 4 settings at once, as listed with the range, 1.00x.",
        range.verdict().orElseThrow().sentence());
  }

  @Test
  void nothingIsKnownOfADeviceOnWhichNothingWasMeasured() {
    Range range = range(999_000_000, 1_001_000_000, Optional.empty());
    assertStated(999_000_000, 1_001_000_000, range);
    assertEquals(Optional.empty(), range.caution());
  }

  @Test
  void valuesWithOneSpeedUpAreNamedOnce() {
    Span span =
        new Span(
            "cc.trigger",
            "",
            List.of(
                fused("0 us", 11), fused("1 us", 1.3301), fused("2 us", 1.3299), fused("", 1.33)));
    RangeVerdict verdict =
        new RangeVerdict(
            Advice.of(1.33), fused("", 1.33), fused("0 us", 11), List.of(), List.of(span));
    assertEquals(
        "\"FUSE\" holds over the whole range: 1.33x to 11.00x. Of the parameters, cc.trigger moves"
            + " it most: 1.33x as it is, 11.00x at 0 us.",
        verdict.sentence());
  }

  private static Variant fused(String trigger, double speedup) {
    List<String> settings =
        trigger.isEmpty() ? List.of() : List.of("overrides.cc.trigger=" + trigger);
    return new Variant(settings, new Timing(AS_IS, OptionalLong.of(Math.round(speedup * AS_IS))));
  }
}
