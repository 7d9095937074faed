package trn2sim.traces.accuracy;

import java.util.Map;
import java.util.Optional;
import trn2sim.core.json.JsonObject;

/**
 * A figure of a result and the unit it is wanted in. A path with a part that ends in {@code _us} or
 * {@code _ns} is a time, and converted; any other figure is taken as it is.
 */
public record Metric(String path, String unit) {
  /** What a row measures unless it says otherwise. */
  static final String DEFAULT_PATH = "time_us.total";

  private static final Map<String, Double> SECONDS =
      Map.of("s", 1.0, "ms", 1e-3, "us", 1e-6, "ns", 1e-9, "ps", 1e-12);

  /** The figure, in the metric's unit. */
  Optional<Double> of(JsonObject result) {
    return result
        .find(path)
        .filter(Number.class::isInstance)
        .map(value -> ((Number) value).doubleValue() * factor());
  }

  /** Whether it takes more than the run itself: the views beside it, or replications. */
  boolean needsViews() {
    return !isTotal() && !path.startsWith("probe.");
  }

  /** Whether it is the time of the whole run. */
  boolean isTotal() {
    return path.equals(DEFAULT_PATH);
  }

  private double factor() {
    Double wanted = SECONDS.get(unit);
    if (wanted == null) {
      return 1;
    }
    for (String part : path.split("\\.", -1)) {
      Double own = SECONDS.get(part.replaceFirst(".*_(?=[a-z]+$)", ""));
      if (part.contains("_") && own != null) {
        return own / wanted;
      }
    }
    return 1;
  }
}
