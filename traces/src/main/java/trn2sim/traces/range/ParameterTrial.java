package trn2sim.traces.range;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import trn2sim.hw.spec.Parameter;
import trn2sim.traces.findings.Variant;

/** A parameter whose ends are tried, the one that should be slower first. */
final class ParameterTrial {
  /** One end of a parameter, and what it leads to. */
  record End(TrialSettings change, Variant variant) {
    long totalPs() {
      return variant.totalPs();
    }
  }

  private final Parameter parameter;
  private final boolean sure;
  private final Deque<TrialSettings> untried = new ArrayDeque<>();
  private final List<End> ends = new ArrayList<>();

  ParameterTrial(Parameter parameter) {
    this.parameter = parameter;
    Parameter.Range range = parameter.range().orElseThrow();
    boolean rate = parameter.value().endsWith("/s") || parameter.name().endsWith("efficiency");
    this.sure = rate || parameter.value().endsWith("s");
    List<String> order =
        rate ? List.of(range.low(), range.high()) : List.of(range.high(), range.low());
    order.stream()
        .filter(value -> !value.equals(parameter.value()))
        .forEach(value -> untried.add(TrialSettings.of(parameter.name(), value)));
  }

  Parameter parameter() {
    return parameter;
  }

  /** Whether the unit tells which end is slower: if that one has no effect, neither has. */
  boolean sure() {
    return sure;
  }

  boolean hasNext() {
    return !untried.isEmpty();
  }

  TrialSettings next() {
    return untried.remove();
  }

  void add(End end) {
    ends.add(end);
  }

  List<End> ends() {
    return ends;
  }
}
