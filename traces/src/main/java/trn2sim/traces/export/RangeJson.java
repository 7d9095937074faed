package trn2sim.traces.export;

import java.util.List;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.findings.HeldRanges;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.RangeVerdict;
import trn2sim.traces.findings.Span;
import trn2sim.traces.findings.Variant;

/** The range of a run as {@code result.json} shows it; times in microseconds. */
final class RangeJson {
  private RangeJson() {}

  static JsonObject of(Range range) {
    JsonObject json =
        new JsonObject()
            .putMicros("low", range.low().totalPs())
            .putMicros("high", range.high().totalPs())
            .putTexts("low_set", range.low().settings())
            .putTexts("high_set", range.high().settings())
            .putMicros("stated_low", range.statedLowPs())
            .putMicros("stated_high", range.statedHighPs())
            .put("spans", range.effects().stream().map(RangeJson::span).toList());
    range.best().ifPresent(best -> json.put("best_together", together(best)));
    range.worst().ifPresent(worst -> json.put("worst_together", together(worst)));
    range.verdict().ifPresent(verdict -> json.put("advice", advice(verdict)));
    range.held().ifPresent(held -> json.put("held", held(held)));
    Range.Effort effort = range.effort();
    return json.put("parameters", effort.parameters())
        .putTexts("refused", effort.refused())
        .put("simulations", effort.simulations())
        .put("most_simulations", effort.most());
  }

  private static JsonObject held(HeldRanges held) {
    return new JsonObject()
        .put("kernels", held.kernels())
        .put("within", held.within())
        .put("near", held.near())
        .put("usual_percent", held.usualPercent())
        .put("sentence", held.sentence());
  }

  private static JsonObject span(Span span) {
    JsonObject json =
        new JsonObject()
            .put("what", span.what())
            .put("values", span.values())
            .putMicros("low", span.low().totalPs())
            .putMicros("high", span.high().totalPs())
            .putTexts("low_set", span.low().settings())
            .putTexts("high_set", span.high().settings());
    List<Double> speedups = span.speedups();
    return speedups.isEmpty() ? json : json.put("speedup", ends(speedups.get(0), speedups.get(1)));
  }

  private static JsonObject ends(double low, double high) {
    return new JsonObject().put("low", low).put("high", high);
  }

  private static JsonObject together(Variant variant) {
    JsonObject json =
        new JsonObject().putMicros("us", variant.totalPs()).putTexts("set", variant.settings());
    variant.speedup().ifPresent(value -> json.put("speedup", value));
    return json;
  }

  private static JsonObject advice(RangeVerdict verdict) {
    return new JsonObject()
        .put("holds", verdict.holds())
        .put(
            "speedup",
            ends(verdict.least().speedup().orElseThrow(), verdict.most().speedup().orElseThrow()))
        .put("sentence", verdict.sentence());
  }
}
