package trn2sim.viz.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import trn2sim.core.json.JsonObject;

/** Figures of {@code result.json} by their dotted names, and how a reader sees them. */
record Figures(JsonObject document) {
  private static final double PS_PER_US = 1e6;

  Optional<Double> number(String path) {
    return document
        .find(path)
        .filter(Number.class::isInstance)
        .map(n -> ((Number) n).doubleValue());
  }

  Optional<String> text(String path) {
    return document.find(path).filter(String.class::isInstance).map(String.class::cast);
  }

  Optional<JsonObject> object(String path) {
    return document.find(path).filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
  }

  /** The objects of a list, none if it is not there. */
  List<JsonObject> list(String path) {
    return document
        .find(path)
        .filter(List.class::isInstance)
        .map(list -> ((List<?>) list).stream().map(JsonObject.class::cast).toList())
        .orElse(List.of());
  }

  static String micros(long ps) {
    return format("%.3f", ps / PS_PER_US);
  }

  static String percent(double share) {
    return format("%.1f %%", 100 * share);
  }

  static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
