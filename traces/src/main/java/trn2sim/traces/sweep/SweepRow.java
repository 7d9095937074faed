package trn2sim.traces.sweep;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import trn2sim.core.json.JsonObject;

/**
 * One point of a sweep.
 *
 * @param key what the row depends on; a row with the same key need not be run again
 * @param values of the axes
 * @param figures of the result by dotted path, as written in JSON; none if the point failed
 * @param error why the point failed, empty if it did not
 */
public record SweepRow(
    int point, String key, Map<String, String> values, Map<String, String> figures, String error)
    implements Serializable {
  public SweepRow {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  public boolean failed() {
    return !error.isEmpty();
  }

  /** The same for another point, which depends on the same. */
  SweepRow at(int otherPoint, Map<String, String> otherValues) {
    return new SweepRow(otherPoint, key, otherValues, figures, error);
  }

  /** The same with another text for its error. */
  public SweepRow withError(String text) {
    return new SweepRow(point, key, values, figures, text);
  }

  /** Whether what came of the point is the same as of another. */
  boolean sameResult(SweepRow other) {
    return figures.equals(other.figures) && failed() == other.failed();
  }

  /** A figure as a number, if it is one. */
  public Optional<Double> number(String path) {
    return number(figures, path);
  }

  /** The value of an axis as a number, if it is one. */
  public Optional<Double> axis(String name) {
    return number(values, name);
  }

  /** The values of the axes, {@code shape.K 1024, ranks.tp 4}. */
  public String describe() {
    return values.entrySet().stream()
        .map(value -> value.getKey() + " " + value.getValue())
        .collect(Collectors.joining(", "));
  }

  private static Optional<Double> number(Map<String, String> map, String name) {
    String text = map.getOrDefault(name, "");
    return isNumber(text) ? Optional.of(Double.valueOf(text)) : Optional.empty();
  }

  static boolean isNumber(String text) {
    return text.matches("[-+]?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
  }

  /** As the journal has it: every value as it was written. */
  JsonObject json() {
    JsonObject axes = new JsonObject();
    values.forEach(axes::put);
    JsonObject found = new JsonObject();
    figures.forEach(found::put);
    return json(axes, found);
  }

  /** As {@code --json} has it: numbers are numbers. */
  JsonObject typed() {
    JsonObject axes = new JsonObject();
    values.forEach(axes::putWritten);
    JsonObject found = new JsonObject();
    figures.forEach(found::putWritten);
    return json(axes, found);
  }

  private JsonObject json(JsonObject axes, JsonObject found) {
    JsonObject json =
        new JsonObject()
            .put("point", point)
            .put("key", key)
            .put("axes", axes)
            .put("figures", found);
    return failed() ? json.put("error", error) : json;
  }

  /** The row that {@link #json} wrote; nothing if something else did. */
  static Optional<SweepRow> of(JsonObject json) {
    Optional<Long> point = json.get("point", Long.class).filter(p -> p >= 0 && p == p.intValue());
    Optional<String> key = json.get("key", String.class);
    Optional<Map<String, String>> axes = texts(json, "axes");
    Optional<Map<String, String>> figures = texts(json, "figures");
    if (point.isEmpty() || key.isEmpty() || axes.isEmpty() || figures.isEmpty()) {
      return Optional.empty();
    }
    String error = json.get("error", String.class).orElse("");
    return Optional.of(
        new SweepRow(point.get().intValue(), key.get(), axes.get(), figures.get(), error));
  }

  private static Optional<Map<String, String>> texts(JsonObject json, String member) {
    Map<String, String> texts = new LinkedHashMap<>();
    Optional<JsonObject> object = json.get(member, JsonObject.class);
    object.ifPresent(
        o -> o.keys().forEach(k -> o.get(k, String.class).ifPresent(text -> texts.put(k, text))));
    return object.filter(o -> o.keys().size() == texts.size()).map(o -> texts);
  }
}
