package trn2sim.traces.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.PathChoice;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.export.ScenarioJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.Attempt;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** Runs the points of a sweep on several threads; what a journal already has is not run again. */
public final class SweepRun {
  /** The figures every sweep lists, where they apply. */
  public static final List<String> FIGURES =
      List.of(
          "time_us.total",
          "time_us.compute_only",
          "time_us.comm_only",
          "time_us.sequential",
          "speedup",
          "communication.hidden",
          "communication.exposed_us",
          "overlap_efficiency",
          "exposed_comm_us",
          "tflops_per_rank",
          "mfu",
          "mbu",
          "path.rule",
          "functional.passed",
          "sim.digest");

  private static final List<String> PATH_FIGURES =
      List.of("path.rule", "path.channels", "path.reason");
  private static final int KEY_BYTES = 12;

  private final SweepFile sweep;
  private final ScenarioLoader loader;
  private final ScenarioRunner runner;
  private final int jobs;
  private final Runnable whenOneIsDone;
  private final List<String> figures;

  /**
   * @param runner runs the points, on several threads at once
   * @param whenOneIsDone told of progress, from any thread
   */
  public SweepRun(
      SweepFile sweep,
      ScenarioLoader loader,
      ScenarioRunner runner,
      int jobs,
      Runnable whenOneIsDone) {
    this.sweep = sweep;
    this.loader = loader;
    this.runner = runner;
    this.jobs = jobs;
    this.whenOneIsDone = whenOneIsDone;
    figures = new ArrayList<>(sweep.pathMap() ? PATH_FIGURES : FIGURES);
    sweep.metrics().stream().filter(path -> !figures.contains(path)).forEach(figures::add);
  }

  /**
   * All rows in the order of the points, whatever the threads do.
   *
   * @param fresh whether to forget what the journal has
   */
  public SweepTable run(Path journalFile, boolean fresh) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, jobs));
    try (SweepJournal journal = SweepJournal.open(journalFile, fresh)) {
      List<Future<SweepRow>> futures = new ArrayList<>();
      for (int point = 0; point < sweep.size(); point++) {
        futures.add(pool.submit(task(point, journal)));
      }
      List<SweepRow> rows = new ArrayList<>();
      for (Future<SweepRow> future : futures) {
        rows.add(get(future));
      }
      return new SweepTable(sweep.name(), List.copyOf(sweep.values(0).keySet()), figures, rows);
    } finally {
      pool.shutdownNow();
    }
  }

  private Callable<SweepRow> task(int point, SweepJournal journal) {
    return () -> {
      SweepRow row = row(point, journal);
      whenOneIsDone.run();
      return row;
    };
  }

  private SweepRow row(int point, SweepJournal journal) throws IOException {
    Map<String, String> values = sweep.values(point);
    String key = key(values.toString());
    Map<String, String> found = new LinkedHashMap<>();
    String error = "";
    try {
      Scenario scenario = sweep.scenario(point, loader);
      key = key(ScenarioJson.key(scenario) + values);
      SweepRow known = journal.rows().get(key);
      if (known != null) {
        return known.at(point);
      }
      pick(sweep.pathMap() ? path(scenario) : result(scenario), found);
    } catch (SpecException | RunFailure e) {
      error = e.getMessage();
    }
    SweepRow row = new SweepRow(point, key, values, found, error);
    if (!journal.rows().containsKey(key)) {
      journal.add(row);
    }
    return row;
  }

  private JsonObject result(Scenario scenario) {
    return ResultJson.of(Findings.of(runner.run(scenario)));
  }

  private static JsonObject path(Scenario scenario) {
    PathChoice path = Attempt.of(scenario, () -> choice(scenario));
    return new JsonObject()
        .put(
            "path",
            new JsonObject()
                .put("rule", path.rule())
                .put("channels", path.channels())
                .put("reason", path.reason()));
  }

  private static PathChoice choice(Scenario scenario) {
    Optional<PathChoice> path =
        scenario.kernel() instanceof ScriptKernel kernel
            ? kernel.path(scenario.request())
            : Optional.empty();
    return path.orElseThrow(
        () ->
            new KernelException(
                "kernel",
                scenario.kernel().name(),
                "one that chooses a path, for sweep: path_map asks for it"));
  }

  private void pick(JsonObject result, Map<String, String> found) {
    for (String path : figures) {
      result
          .find(path)
          .ifPresent(value -> found.put(path, value instanceof String s ? s : Json.compact(value)));
    }
  }

  private String key(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha.digest((text + figures).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, KEY_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static SweepRow get(Future<SweepRow> future) throws IOException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted", e));
    }
  }
}
