package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.HeldRanges;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.Span;
import trn2sim.traces.findings.Variant;

/** The range of a run on a few lines, with the settings that give its ends. */
final class RangeText {
  private static final int MOST_SPANS = 5;

  private RangeText() {}

  static List<String> of(Range range) {
    List<String> lines = new ArrayList<>();
    lines.add(spans(range.effects()));
    lines.add("low  " + end(range.low()));
    lines.add("high " + end(range.high()));
    range.caution().ifPresent(lines::add);
    together(range).ifPresent(lines::add);
    Range.Effort effort = range.effort();
    lines.add(
        Text.format(
            "%d simulations of at most %d; the run reads %d uncertain parameters",
            effort.simulations(), effort.most(), effort.parameters()));
    range.held().map(HeldRanges::sentence).ifPresent(lines::add);
    effort.refused().forEach(refusal -> lines.add("cannot run with " + refusal));
    return lines;
  }

  private static String spans(List<Span> effects) {
    if (effects.isEmpty()) {
      return "nothing uncertain changes the time";
    }
    String named =
        effects.stream()
            .limit(MOST_SPANS)
            .map(span -> span.what() + " " + us(span.low()) + "-" + us(span.high()))
            .collect(Collectors.joining(", "));
    int left = effects.size() - MOST_SPANS;
    return "each alone, us: " + named + (left > 0 ? ", and " + left + " smaller" : "");
  }

  private static Optional<String> together(Range range) {
    List<String> ends = new ArrayList<>();
    range.best().ifPresent(v -> ends.add("at their best " + us(v) + " us"));
    range.worst().ifPresent(v -> ends.add("at their worst " + us(v) + " us"));
    return ends.isEmpty()
        ? Optional.empty()
        : Optional.of("all parameters together " + String.join(", ", ends));
  }

  /** A time and how to get it again. */
  private static String end(Variant variant) {
    String settings =
        variant.settings().stream()
            .map(setting -> " --set " + (setting.contains(" ") ? "\"" + setting + "\"" : setting))
            .collect(Collectors.joining());
    return Text.about(variant.totalPs()) + ":" + (settings.isEmpty() ? " as it is" : settings);
  }

  private static String us(Variant variant) {
    return Text.aboutMicros(variant.totalPs());
  }
}
