package trn2sim.fuzz;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.json.JsonReader;

/** What holds for every result, whatever the scenario. */
final class Laws {
  private static final double ROUNDING = 1e-9;

  /** Half of what times in microseconds are rounded to, for each of a few that are added. */
  private static final double PICOSECONDS = 1e-5;

  /** DMAs that come together where the other part is free may make a part slower than the run. */
  private static final double ALONE = 1.1;

  private final JsonObject result;
  private final List<String> broken = new ArrayList<>();

  private Laws(String json) {
    this.result = JsonReader.object("result.json", json);
  }

  /** The laws that a result breaks, in words. */
  static List<String> brokenBy(String json) {
    Laws laws = new Laws(json);
    laws.finite(json);
    laws.bounds();
    laws.shares();
    laws.accounting();
    laws.communication();
    laws.values();
    return laws.broken;
  }

  /** A text of the result at a dotted path. */
  static String text(String json, String path) {
    return JsonReader.object("result.json", json)
        .find(path)
        .map(value -> value instanceof JsonObject ? Json.compact(value) : value.toString())
        .orElse("");
  }

  static double number(String json, String path) {
    return new BigDecimal(text(json, path)).doubleValue();
  }

  private void finite(String json) {
    require(!json.contains("NaN") && !json.contains("Infinity"), "a figure that is no number");
    require(number("time_us.total").orElse(0.0) > 0, "takes no time");
  }

  private void bounds() {
    double total = number("time_us.total").orElse(0.0);
    result
        .get("bounds_us", JsonObject.class)
        .ifPresent(
            bounds ->
                bounds
                    .keys()
                    .forEach(
                        key -> {
                          double bound = number("bounds_us." + key).orElse(0.0);
                          require(bound <= total + ROUNDING, key + " bound above " + total);
                        }));
  }

  private void shares() {
    for (String key : List.of("mfu", "mbu", "communication.hidden")) {
      number(key).ifPresent(value -> share(key, value));
    }
    number("overlap_efficiency").ifPresent(value -> share("overlap", value / ALONE));
    for (String kind : List.of("engines", "links", "hbm", "dma")) {
      for (int i = 0; number(kind + "." + i + ".utilization").isPresent(); i++) {
        share(kind + " " + i, number(kind + "." + i + ".utilization").get());
        String peak = kind + "." + i + ".of_peak";
        number(peak).ifPresent(value -> share(peak, value));
      }
    }
  }

  private void share(String what, double value) {
    require(value >= 0 && value <= 1 + ROUNDING, what + " is " + value);
  }

  /** Busy time and waits of a row are the time of its rank, and the critical path is the run. */
  private void accounting() {
    List<Double> wholes = new ArrayList<>();
    number("time_us.total").ifPresent(wholes::add);
    for (int rank = 0; number("rank_us." + rank + ".total").isPresent(); rank++) {
      wholes.add(number("rank_us." + rank + ".total").get());
    }
    for (int i = 0; result.find("engines." + i).isPresent(); i++) {
      String row = "engines." + i;
      double sum = number(row + ".busy_us").orElse(0.0);
      JsonObject waits = (JsonObject) result.find(row + ".waits_us").orElseThrow();
      for (String reason : waits.keys()) {
        sum += number(row + ".waits_us." + reason).orElse(0.0);
      }
      double found = sum;
      require(
          wholes.stream().anyMatch(whole -> Math.abs(found - whole) < PICOSECONDS),
          row + " adds up to " + sum + ", not " + wholes);
    }
    limited();
    path(wholes.stream().skip(Math.min(1, wholes.size() - 1)).toList());
  }

  private void limited() {
    double first = number("critical_path.0.us").orElse(0.0);
    double last = 0;
    for (int i = 0; number("critical_path." + i + ".us").isPresent(); i++) {
      last += number("critical_path." + i + ".us").get();
    }
    double share = last > 0 ? first / last : 0;
    double said = number("limited_by.share").orElse(share);
    require(Math.abs(said - share) < PICOSECONDS, "limited by " + said + ", not " + share);
  }

  /** The path ends with the last rank, where ranks have times of their own. */
  private void path(List<Double> ranks) {
    double last = ranks.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    double sum = 0;
    for (int i = 0; number("critical_path." + i + ".us").isPresent(); i++) {
      sum += number("critical_path." + i + ".us").get();
    }
    require(Math.abs(sum - last) < PICOSECONDS, "critical path " + sum + " of " + last);
  }

  private void communication() {
    double parts =
        number("communication.hidden_us").orElse(0.0)
            + number("communication.exposed_us").orElse(0.0);
    double whole = number("communication.in_flight_us").orElse(0.0);
    require(Math.abs(parts - whole) < PICOSECONDS, "hidden and exposed are not " + whole);
  }

  private void values() {
    Optional<Object> passed = result.find("functional.passed");
    require(passed.isEmpty() || passed.get().equals(true), "computes something else");
  }

  private Optional<Double> number(String path) {
    return result
        .find(path)
        .filter(Number.class::isInstance)
        .map(value -> ((Number) value).doubleValue());
  }

  private void require(boolean condition, String otherwise) {
    if (!condition) {
      broken.add(otherwise);
    }
  }
}
