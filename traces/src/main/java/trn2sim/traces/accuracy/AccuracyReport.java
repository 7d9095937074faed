package trn2sim.traces.accuracy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.findings.HeldRanges;

/**
 * Predictions beside measurements, and how far apart they are. Devices and sets are never summed up
 * together.
 */
public record AccuracyReport(List<Outcome> outcomes, List<Failure> failures) {
  /** One row's prediction, with its range if that was looked for. */
  public record Outcome(AccuracyRow row, double predicted, Optional<PredictedRange> range) {
    /** Positive if the prediction is too large. */
    public double errorPercent() {
      return 100 * (predicted - row.measured()) / row.measured();
    }

    /** The same for the whole time that was published, of which the launch is taken as it is. */
    public double wholeErrorPercent() {
      return 100 * (predicted - row.measured()) / (row.measured() + row.launch());
    }

    /** Whether its range holds what was measured, or misses it by at most so much. */
    boolean isWithinRange(double percent) {
      double measured = row.measured();
      return range.filter(r -> Math.abs(r.outsidePercent(measured)) <= percent).isPresent();
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
   * @param held how often ranges held, if any was looked for
   */
  public record Summary(
      Part part, int rows, double mape, double rms, double worst, Optional<HeldRanges> held) {
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
      double rms = Math.sqrt(squares / count);
      return new Summary(part, rows, sum / count, rms, worst, heldRanges(part, outcomes));
    }
  }

  private static Optional<HeldRanges> heldRanges(Part part, List<Outcome> outcomes) {
    int ranges = count(outcomes, outcome -> outcome.range.isPresent());
    int within = count(outcomes, outcome -> outcome.isWithinRange(0));
    int near = count(outcomes, outcome -> outcome.isWithinRange(HeldRanges.NEAR_PERCENT));
    return ranges == 0
        ? Optional.empty()
        : Optional.of(new HeldRanges(part.device, ranges, within, near, usual(outcomes)));
  }

  /** The error that half of the rows with a range exceed. */
  private static double usual(List<Outcome> outcomes) {
    double[] errors =
        outcomes.stream()
            .filter(outcome -> outcome.range.isPresent())
            .mapToDouble(outcome -> Math.abs(outcome.errorPercent()))
            .sorted()
            .toArray();
    return (errors[(errors.length - 1) / 2] + errors[errors.length / 2]) / 2;
  }

  private static int count(List<Outcome> outcomes, Predicate<Outcome> which) {
    return (int) outcomes.stream().filter(which).count();
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
    json.put("rows", summary.rows)
        .put("mape", summary.mape)
        .put("rms", summary.rms)
        .put("worst", summary.worst);
    summary.held.ifPresent(
        held ->
            json.put("ranges", held.kernels())
                .put("within_range", held.within())
                .put("near_range", held.near()));
    return json;
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
    outcome.range.ifPresent(range -> json.put("range", json(range, row.measured())));
    return row.note().isEmpty() ? json : json.put("note", row.note());
  }

  private static JsonObject json(PredictedRange range, double measured) {
    return new JsonObject()
        .put("low", range.low())
        .put("high", range.high())
        .put("outside_percent", range.outsidePercent(measured));
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
