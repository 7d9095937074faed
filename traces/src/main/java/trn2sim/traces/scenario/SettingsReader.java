package trn2sim.traces.scenario;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Settings;

/** Reads a kernel's shape or options as the kernel declares them. */
final class SettingsReader {
  private SettingsReader() {}

  /** The section may be left out when every setting in it has a default. */
  static Settings read(YamlCursor top, String section, List<ParameterSpec> specs) {
    boolean required = specs.stream().anyMatch(ParameterSpec::required);
    Optional<YamlCursor> cursor =
        required ? Optional.of(top.child(section)) : top.optional(section);
    cursor.ifPresent(c -> c.expect(specs.stream().map(ParameterSpec::name).toList()));
    Map<String, Object> values = new LinkedHashMap<>();
    for (ParameterSpec spec : specs) {
      value(cursor, spec).ifPresent(value -> values.put(spec.name(), value));
    }
    return new Settings(values);
  }

  private static Optional<Object> value(Optional<YamlCursor> section, ParameterSpec spec) {
    if (spec.required()) {
      return Optional.of(given(section.orElseThrow().child(spec.name()), spec));
    }
    return section
        .flatMap(cursor -> cursor.optional(spec.name()))
        .map(cursor -> given(cursor, spec))
        .or(() -> spec.fallback().map(text -> fallback(spec, text)));
  }

  private static Object given(YamlCursor cursor, ParameterSpec spec) {
    return switch (spec.kind()) {
      case INTEGER -> (Object) cursor.integer(spec.min(), spec.max());
      case WORD -> cursor.oneOf(new LinkedHashSet<>(spec.words()));
      case FLAG -> cursor.bool();
    };
  }

  private static Object fallback(ParameterSpec spec, String text) {
    return switch (spec.kind()) {
      case INTEGER -> (Object) Long.valueOf(text);
      case WORD -> text;
      case FLAG -> Boolean.valueOf(text);
    };
  }
}
