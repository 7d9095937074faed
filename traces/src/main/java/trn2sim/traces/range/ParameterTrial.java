package trn2sim.traces.range;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import trn2sim.hw.spec.Parameter;
import trn2sim.traces.findings.Span;
import trn2sim.traces.findings.Variant;

/** A parameter whose ends are tried, the one that should be slower first; or several at once. */
final class ParameterTrial {
  /** One end, and what it leads to. */
  record End(TrialSettings change, Variant variant) {
    long totalPs() {
      return variant.totalPs();
    }
  }

  private final List<Parameter> parameters;
  private final Deque<TrialSettings> untried = new ArrayDeque<>();
  private final List<End> ends = new ArrayList<>();

  ParameterTrial(List<Parameter> parameters) {
    this.parameters = List.copyOf(parameters);
    addUntried(ParameterTrial::slower);
    addUntried(ParameterTrial::faster);
  }

  private void addUntried(Function<Parameter, String> end) {
    List<TrialSettings> changes =
        parameters.stream()
            .filter(parameter -> !end.apply(parameter).equals(parameter.value()))
            .map(parameter -> TrialSettings.of(parameter.name(), end.apply(parameter)))
            .toList();
    if (!changes.isEmpty()) {
      untried.add(TrialSettings.together(changes));
    }
  }

  private static String slower(Parameter parameter) {
    Parameter.Range range = parameter.range().orElseThrow();
    return isRate(parameter) ? range.low() : range.high();
  }

  private static String faster(Parameter parameter) {
    Parameter.Range range = parameter.range().orElseThrow();
    return isRate(parameter) ? range.high() : range.low();
  }

  private static boolean isRate(Parameter parameter) {
    return parameter.value().endsWith("/s") || parameter.name().endsWith("efficiency");
  }

  /** The only parameter, or the first one. */
  Parameter first() {
    return parameters.get(0);
  }

  boolean isSingle() {
    return parameters.size() == 1;
  }

  /** Whether units tell which end is slower: if that one has no effect, neither has. */
  boolean sure() {
    return isSingle() && (isRate(first()) || first().value().endsWith("s"));
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

  /** What it does to a run, which stands first. */
  Span span(Variant asIs) {
    List<Variant> variants = new ArrayList<>(List.of(asIs));
    ends.forEach(end -> variants.add(end.variant));
    return new Span(what(), values(), variants);
  }

  private String what() {
    return isSingle() ? first().name() : parameters.size() + " more parameters at once";
  }

  private String values() {
    return isSingle() ? first().range().orElseThrow().toString() : "each at its end";
  }
}
