package trn2sim.traces.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One point of a sweep.
 *
 * @param key what the row depends on; a row with the same key need not be run again
 * @param values of the axes
 * @param figures of the result by dotted path, as written in JSON; none if the point failed
 * @param error why the point failed, empty if it did not
 */
public record SweepRow(
    int point, String key, Map<String, String> values, Map<String, String> figures, String error) {
  public SweepRow {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  public boolean failed() {
    return !error.isEmpty();
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

  SweepRow at(int number) {
    return new SweepRow(number, key, values, figures, error);
  }
}
