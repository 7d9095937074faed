package trn2sim.traces.accuracy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trn2sim.core.json.JsonObject;

/**
 * Predictions beside measurements, and how far apart they are. Devices and sets are never summed up
 * together.
 */
public record AccuracyReport(List<Outcome> outcomes, List<Failure> failures) {
  /** One row's prediction. */
  public record Outcome(AccuracyRow row, double predicted) {
    /** Positive if the prediction is too large. */
    public double errorPercent() {
      return 100 * (predicted - row.measured()) / row.measured();
    }

    /** The same for the whole time that was published, of which the launch is taken as it is. */
    public double wholeErrorPercent() {
      return 100 * (predicted - row.measured()) / (row.measured() + row.launch());
    }
  }

  /** A row whose scenario could not be run. */
  public record Failure(AccuracyRow row, String reason) {}

  /** What rows are summed up by; the group is empty where all of a set are. */
  public record Part(String device, String set, String group) {}

  /**
   * The errors of several rows, in percent.
   *
   * @param mape mean of the absolute errors
   * @param rms root of the mean of their squares
   * @param worst largest absolute error
   */
  public record Summary(Part part, int rows, double mape, double rms, double worst) {
    static Summary of(Part part, List<Outcome> outcomes) {
      double sum = 0;
      double squares = 0;
      double worst = 0;
      for (Outcome outcome : outcomes) {
        sum += Math.abs(outcome.errorPercent());
        squares += outcome.errorPercent() * outcome.errorPercent();
        worst = Math.max(worst, Math.abs(outcome.errorPercent()));
      }
      int rows = outcomes.size();
      int count = Math.max(1, rows);
      return new Summary(part, rows, sum / count, Math.sqrt(squares / count), worst);
    }
  }

  public AccuracyReport {
    outcomes = List.copyOf(outcomes);
    failures = List.copyOf(failures);
  }

  /** One summary for each group of a device, in the order of the rows. */
  public List<Summary> groups() {
    return by(row -> new Part(row.device(), row.set(), row.group()));
  }

  /** One summary for each set of a device: calibration, check. */
  public List<Summary> sets() {
    return by(row -> new Part(row.device(), row.set(), ""));
  }

  private List<Summary> by(Function<AccuracyRow, Part> key) {
    Map<Part, List<Outcome>> parts = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      parts.computeIfAbsent(key.apply(outcome.row), k -> new ArrayList<>()).add(outcome);
    }
    List<Summary> summaries = new ArrayList<>();
    parts.forEach((part, rows) -> summaries.add(Summary.of(part, rows)));
    return summaries;
  }

  /** Rows that ran, then those that could not. */
  public JsonObject json() {
    List<JsonObject> rows = new ArrayList<>();
    outcomes.forEach(outcome -> rows.add(json(outcome)));
    failures.forEach(failure -> rows.add(json(failure)));
    return new JsonObject()
        .put("groups", groups().stream().map(AccuracyReport::json).toList())
        .put("sets", sets().stream().map(AccuracyReport::json).toList())
        .put("rows", rows);
  }

  private static JsonObject json(Summary summary) {
    JsonObject json =
        new JsonObject().put("device", summary.part.device).put("set", summary.part.set);
    if (!summary.part.group.isEmpty()) {
      json.put("name", summary.part.group);
    }
    return json.put("rows", summary.rows)
        .put("mape", summary.mape)
        .put("rms", summary.rms)
        .put("worst", summary.worst);
  }

  private static JsonObject json(Outcome outcome) {
    AccuracyRow row = outcome.row;
    JsonObject json =
        head(row)
            .put("predicted", outcome.predicted)
            .put("error_percent", outcome.errorPercent())
            .put("source", row.source());
    if (row.launch() > 0) {
      json.put("launch", row.launch())
          .put("error_percent_with_launch", outcome.wholeErrorPercent());
    }
    return row.note().isEmpty() ? json : json.put("note", row.note());
  }

  private static JsonObject json(Failure failure) {
    return head(failure.row).put("source", failure.row.source()).put("error", failure.reason);
  }

  private static JsonObject head(AccuracyRow row) {
    return new JsonObject()
        .put("id", row.id())
        .put("device", row.device())
        .put("group", row.group())
        .put("set", row.set())
        .put("metric", row.metric().path())
        .put("unit", row.metric().unit())
        .put("measured", row.measured());
  }
}
