package trn2sim.traces.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.Attempt;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;

/** What a sweep lists of each point: figures of its result, or of the rule that picks a path. */
final class SweepFigures {
  /** The figures every sweep lists, where they apply. */
  private static final List<String> OF_RUN =
      List.of(
          "time_us.total",
          "time_us.compute_only",
          "time_us.comm_only",
          "time_us.sequential",
          "speedup",
          "overlap_efficiency",
          "communication.hidden",
          "communication.exposed_us",
          "exposed_comm_us",
          "tflops_per_rank",
          "mfu",
          "mbu",
          "path.rule",
          "functional.passed",
          "sim.digest",
          "limited_by.what",
          "limited_by.share",
          "doubt");

  private static final List<String> OF_PATH = List.of("path.rule", "path.channels", "path.reason");

  private final boolean pathOnly;
  private final List<String> names;

  SweepFigures(SweepFile sweep) {
    this.pathOnly = sweep.pathMap();
    List<String> all = new ArrayList<>(pathOnly ? OF_PATH : OF_RUN);
    sweep.metrics().stream().filter(path -> !all.contains(path)).forEach(all::add);
    this.names = List.copyOf(all);
  }

  /** Dotted paths into {@code result.json}. */
  List<String> names() {
    return names;
  }

  /** Those that the result of a scenario has. */
  Map<String, String> of(Scenario scenario, ScenarioRunner runner) {
    JsonObject result =
        pathOnly ? path(scenario) : ResultJson.of(Findings.of(runner.run(scenario)));
    Map<String, String> found = new LinkedHashMap<>();
    for (String path : names) {
      result
          .find(path)
          .ifPresent(value -> found.put(path, value instanceof String s ? s : Json.compact(value)));
    }
    return found;
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
    return scenario
        .kernel()
        .path(scenario.request())
        .orElseThrow(
            () ->
                new KernelException(
                    "kernel",
                    scenario.kernel().name(),
                    "one that chooses a path, for sweep: path_map asks for it"));
  }
}
