package trn2sim.traces.accuracy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.unit.Quote;
import trn2sim.hw.spec.yaml.SpecException;
import trn2sim.traces.export.JsonObject;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.export.ScenarioJson;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;

/** Runs the scenarios of measured rows, equal ones once, on several threads. */
public final class AccuracyRun {
  private final int threads;
  private final Runnable whenOneIsDone;

  /**
   * @param whenOneIsDone told of progress, from any thread
   */
  public AccuracyRun(int threads, Runnable whenOneIsDone) {
    this.threads = threads;
    this.whenOneIsDone = whenOneIsDone;
  }

  /** The report's order is that of the rows, whatever the threads do. */
  public AccuracyReport run(List<AccuracyRow> rows) {
    Map<String, Scenario> distinct = new LinkedHashMap<>();
    rows.forEach(row -> distinct.putIfAbsent(ScenarioJson.key(row.scenario()), row.scenario()));
    Map<String, JsonObject> results = results(distinct);
    List<AccuracyReport.Outcome> outcomes = new ArrayList<>();
    for (AccuracyRow row : rows) {
      JsonObject result = results.get(ScenarioJson.key(row.scenario()));
      double predicted =
          row.metric()
              .of(result)
              .orElseThrow(
                  () ->
                      SpecException.at(
                          row.where() + " metric",
                          Quote.of(row.metric().path()) + ", which the result does not have",
                          "a number in result.json; its probe has "
                              + result
                                  .find("probe")
                                  .map(probe -> ((JsonObject) probe).keys().toString())
                                  .orElse("nothing")));
      outcomes.add(new AccuracyReport.Outcome(row, predicted));
    }
    return new AccuracyReport(outcomes);
  }

  private Map<String, JsonObject> results(Map<String, Scenario> scenarios) {
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads));
    try {
      Map<String, Future<JsonObject>> futures = new LinkedHashMap<>();
      scenarios.forEach((key, scenario) -> futures.put(key, pool.submit(task(scenario))));
      Map<String, JsonObject> results = new LinkedHashMap<>();
      for (Map.Entry<String, Future<JsonObject>> entry : futures.entrySet()) {
        results.put(entry.getKey(), get(entry.getValue()));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private Callable<JsonObject> task(Scenario scenario) {
    ScenarioRunner runner = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);
    return () -> {
      JsonObject result = ResultJson.of(runner.run(scenario));
      whenOneIsDone.run();
      return result;
    };
  }

  private static JsonObject get(Future<JsonObject> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
