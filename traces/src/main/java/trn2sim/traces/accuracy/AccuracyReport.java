package trn2sim.traces.accuracy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trn2sim.core.json.JsonObject;

/** Predictions beside measurements, and how far apart they are. */
public record AccuracyReport(List<Outcome> outcomes) {
  /** One row's prediction. */
  public record Outcome(AccuracyRow row, double predicted) {
    /** Positive if the prediction is too large. */
    public double errorPercent() {
      return 100 * (predicted - row.measured()) / row.measured();
    }
  }

  /**
   * The errors of several rows, in percent.
   *
   * @param mape mean of the absolute errors
   * @param rms root of the mean of their squares
   * @param worst largest absolute error
   */
  public record Summary(String name, int rows, double mape, double rms, double worst) {
    static Summary of(String name, List<Outcome> outcomes) {
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
      return new Summary(name, rows, sum / count, Math.sqrt(squares / count), worst);
    }
  }

  public AccuracyReport {
    outcomes = List.copyOf(outcomes);
  }

  /** One summary for each group, in the order of the rows. */
  public List<Summary> groups() {
    return by(AccuracyRow::group);
  }

  /** One summary for each set: calibration, check. */
  public List<Summary> sets() {
    return by(AccuracyRow::set);
  }

  public Summary overall() {
    return Summary.of("all", outcomes);
  }

  private List<Summary> by(Function<AccuracyRow, String> key) {
    Map<String, List<Outcome>> parts = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      parts.computeIfAbsent(key.apply(outcome.row), k -> new ArrayList<>()).add(outcome);
    }
    List<Summary> summaries = new ArrayList<>();
    parts.forEach((name, part) -> summaries.add(Summary.of(name, part)));
    return summaries;
  }

  public JsonObject json() {
    return new JsonObject()
        .put("groups", groups().stream().map(AccuracyReport::json).toList())
        .put("sets", sets().stream().map(AccuracyReport::json).toList())
        .put("overall", json(overall()))
        .put("rows", outcomes.stream().map(AccuracyReport::json).toList());
  }

  private static JsonObject json(Summary summary) {
    return new JsonObject()
        .put("name", summary.name)
        .put("rows", summary.rows)
        .put("mape", summary.mape)
        .put("rms", summary.rms)
        .put("worst", summary.worst);
  }

  private static JsonObject json(Outcome outcome) {
    AccuracyRow row = outcome.row;
    JsonObject json =
        new JsonObject()
            .put("id", row.id())
            .put("group", row.group())
            .put("set", row.set())
            .put("metric", row.metric().path())
            .put("unit", row.metric().unit())
            .put("measured", row.measured())
            .put("predicted", outcome.predicted)
            .put("error_percent", outcome.errorPercent())
            .put("source", row.source());
    return row.note().isEmpty() ? json : json.put("note", row.note());
  }
}
