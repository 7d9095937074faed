package trn2sim.traces.search;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Settings;
import trn2sim.traces.scenario.Scenario;

/** Settings worth trying: other values of a kernel's options, and other sizes. */
final class Candidates {
  private static final String OPTIONS = "options.";
  private static final List<Long> INSTEAD_OF_AUTOMATIC = List.of(2L, 4L, 8L);

  private Candidates() {}

  /** Every other word and flag; of numbers half and double, or some instead of an automatic one. */
  static List<Change> options(Scenario scenario) {
    List<Change> changes = new ArrayList<>();
    for (ParameterSpec spec : scenario.kernel().options()) {
      if (scenario.options().has(spec.name())) {
        Object now = scenario.options().values().get(spec.name());
        others(spec, now)
            .filter(value -> !value.equals(now.toString()))
            .map(value -> new Change(OPTIONS + spec.name(), now.toString(), value))
            .forEach(changes::add);
      }
    }
    return changes;
  }

  /** The options with some of them changed. */
  static Settings applied(Scenario scenario, List<Change> changes) {
    Settings options = scenario.options();
    for (Change change : changes) {
      String name = change.key().substring(OPTIONS.length());
      Object now = options.values().get(name);
      Object value =
          now instanceof Boolean
              ? (Object) Boolean.valueOf(change.to())
              : now instanceof Long ? (Object) Long.valueOf(change.to()) : change.to();
      options = options.with(name, value);
    }
    return options;
  }

  /** Half and double of every size. */
  static List<Change> sizes(Scenario scenario) {
    List<Change> changes = new ArrayList<>();
    scenario
        .shape()
        .values()
        .forEach(
            (name, value) ->
                neighbours((Long) value)
                    .forEach(
                        size ->
                            changes.add(
                                new Change("shape." + name, value.toString(), size.toString()))));
    return changes;
  }

  private static Stream<String> others(ParameterSpec spec, Object now) {
    return switch (spec.kind()) {
      case FLAG -> Stream.of("true", "false");
      case WORD -> spec.words().stream();
      case INTEGER ->
          neighbours((Long) now)
              .filter(value -> value >= spec.min() && value <= spec.max())
              .map(Object::toString);
    };
  }

  private static Stream<Long> neighbours(long now) {
    if (now == 0) {
      return INSTEAD_OF_AUTOMATIC.stream();
    }
    return now % 2 == 0 ? Stream.of(now / 2, now * 2) : Stream.of(now * 2);
  }
}
