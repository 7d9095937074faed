package trn2sim.traces.accuracy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.JsonObject;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.unit.Quote;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.export.ScenarioJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.SideRuns;
import trn2sim.traces.range.RangeSearch;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;

/**
 * Runs the scenarios of measured rows, equal ones once, on several threads. A row that cannot run
 * does not keep the others from it.
 */
public final class AccuracyRun {
  private final int threads;
  private final boolean ranges;
  private final Runnable whenOneIsDone;

  /**
   * @param whenOneIsDone told of progress, from any thread
   */
  public AccuracyRun(int threads, Runnable whenOneIsDone) {
    this(threads, false, whenOneIsDone);
  }

  /**
   * @param ranges whether to look for the ranges of check rows as well
   * @param whenOneIsDone told of progress, from any thread
   */
  public AccuracyRun(int threads, boolean ranges, Runnable whenOneIsDone) {
    this.threads = threads;
    this.ranges = ranges;
    this.whenOneIsDone = whenOneIsDone;
  }

  /** The report's order is that of the rows, whatever the threads do. */
  public AccuracyReport run(List<AccuracyRow> rows) {
    Map<String, Attempt> results = results(jobs(rows, ranges));
    List<AccuracyReport.Outcome> outcomes = new ArrayList<>();
    List<AccuracyReport.Failure> failures = new ArrayList<>();
    for (AccuracyRow row : rows) {
      Attempt attempt = results.get(key(row));
      if (attempt.result.isEmpty()) {
        failures.add(new AccuracyReport.Failure(row, attempt.reason));
        continue;
      }
      JsonObject result = attempt.result.get();
      double predicted = row.metric().of(result).orElseThrow(() -> absent(row, result));
      Optional<PredictedRange> range =
          hasRange(row) ? PredictedRange.of(result, row.metric()) : Optional.empty();
      outcomes.add(new AccuracyReport.Outcome(row, predicted, range));
    }
    return new AccuracyReport(outcomes, failures);
  }

  /** The error for a metric that the result has not, with what it has there. */
  private static SpecException absent(AccuracyRow row, JsonObject result) {
    String path = row.metric().path();
    int dot = path.lastIndexOf('.');
    Optional<JsonObject> part =
        result
            .find(path.substring(0, Math.max(dot, 0)))
            .filter(JsonObject.class::isInstance)
            .map(JsonObject.class::cast);
    List<String> there = part.orElse(result).keys();
    return SpecException.at(
            row.where() + " metric",
            Quote.of(path) + ", which the result does not have",
            "a number in result.json, which has "
                + String.join(", ", there)
                + (part.isPresent() ? " there" : ""))
        .didYouMean(Nearest.to(path.substring(dot + 1), there));
  }

  /** How many scenarios rows take, and so how often progress is told of. */
  public static int scenarios(List<AccuracyRow> rows) {
    return jobs(rows, false).size();
  }

  private static Map<String, Job> jobs(List<AccuracyRow> rows, boolean ranges) {
    Map<String, Job> jobs = new LinkedHashMap<>();
    for (AccuracyRow row : rows) {
      Job job = new Job(row.scenario(), row.metric().needsViews(), ranges && hasRange(row));
      jobs.merge(key(row), job, Job::and);
    }
    return jobs;
  }

  /** Calibration rows fixed the model, and parts of a run have no range. */
  static boolean hasRange(AccuracyRow row) {
    return row.set().equals("check") && row.metric().isTotal();
  }

  /** Equal for rows with equal results; a row whose kernel cannot be recorded stands alone. */
  private static String key(AccuracyRow row) {
    Scenario scenario = row.scenario();
    try {
      return ScenarioJson.key(scenario) + scenario.kernel().identity(scenario.request());
    } catch (NkiException e) {
      return row.where();
    }
  }

  /** A scenario that one or several rows want, some perhaps with its views or its range. */
  private record Job(Scenario scenario, boolean views, boolean range) {
    Job and(Job other) {
      return new Job(scenario, views || other.views, range || other.range);
    }
  }

  /** A scenario's result, or why there is none. */
  private record Attempt(Optional<JsonObject> result, String reason) {}

  private Map<String, Attempt> results(Map<String, Job> jobs) {
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads));
    try {
      Map<String, Future<JsonObject>> futures = new LinkedHashMap<>();
      jobs.forEach((key, job) -> futures.put(key, pool.submit(task(job))));
      Map<String, Attempt> results = new LinkedHashMap<>();
      for (Map.Entry<String, Future<JsonObject>> entry : futures.entrySet()) {
        results.put(entry.getKey(), get(entry.getValue()));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private Callable<JsonObject> task(Job job) {
    ScenarioRunner runner = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);
    return () -> {
      RunResult run = job.views ? runner.run(job.scenario) : runner.runOnce(job.scenario);
      Optional<Range> range =
          job.range ? Optional.of(RangeSearch.of(run, () -> {})) : Optional.empty();
      JsonObject result = ResultJson.of(Findings.of(run, SideRuns.NONE, range));
      whenOneIsDone.run();
      return result;
    };
  }

  private static Attempt get(Future<JsonObject> future) {
    try {
      return new Attempt(Optional.of(future.get()), "");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      boolean told =
          cause instanceof RunFailure
              || cause instanceof SpecException
              || cause instanceof NkiException;
      if (told) {
        return new Attempt(Optional.empty(), cause.getMessage());
      }
      if (cause instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
