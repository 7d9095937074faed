package trn2sim.traces.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.json.JsonObject;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.run.RunResult;

/** Two runs figure by figure. */
public record Comparison(RunResult a, RunResult b, List<Line> lines) {
  /**
   * A figure of both runs; absent where a run does not have it.
   *
   * @param group what kind of figure it is
   */
  public record Line(String group, String name, Optional<Double> a, Optional<Double> b) {
    /** How much larger the second is, in percent of the first. */
    public Optional<Double> percent() {
      return a.filter(x -> x != 0).flatMap(x -> b.map(y -> 100 * (y - x) / x));
    }
  }

  private static final double PS_PER_US = 1e6;
  private static final List<String> SINGLE =
      List.of("speedup", "overlap_efficiency", "exposed_comm_us", "tflops_per_rank", "mfu");

  public static Comparison of(RunResult a, RunResult b) {
    List<Line> lines = new ArrayList<>();
    join(lines, "result", figures(a), figures(b));
    join(lines, "critical path, us", path(a), path(b));
    join(lines, "active, % of the run", active(a), active(b));
    join(lines, "waits, us per engine", waits(a), waits(b));
    return new Comparison(a, b, lines);
  }

  /** The line with a name, for example {@code time_us.total}. */
  public Optional<Line> line(String name) {
    return lines.stream().filter(line -> line.name.equals(name)).findFirst();
  }

  private static void join(
      List<Line> lines, String group, Map<String, Double> a, Map<String, Double> b) {
    Set<String> names = new LinkedHashSet<>(a.keySet());
    names.addAll(b.keySet());
    for (String name : names) {
      lines.add(
          new Line(
              group, name, Optional.ofNullable(a.get(name)), Optional.ofNullable(b.get(name))));
    }
  }

  private static Map<String, Double> figures(RunResult run) {
    JsonObject json = ResultJson.of(run);
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String section : List.of("time_us", "bounds_us", "gap_us")) {
      json.find(section)
          .map(JsonObject.class::cast)
          .ifPresent(s -> s.keys().forEach(key -> put(figures, json, section + "." + key)));
    }
    SINGLE.forEach(name -> put(figures, json, name));
    return figures;
  }

  private static void put(Map<String, Double> figures, JsonObject json, String path) {
    json.find(path)
        .filter(Number.class::isInstance)
        .ifPresent(value -> figures.put(path, ((Number) value).doubleValue()));
  }

  private static Map<String, Double> path(RunResult run) {
    Map<String, Double> shares = new LinkedHashMap<>();
    CriticalPath.of(run)
        .shares()
        .forEach(share -> shares.put(share.resource(), share.ps() / PS_PER_US));
    return shares;
  }

  /** The mean over all engines of a name. */
  private static Map<String, Double> active(RunResult run) {
    Map<String, Double> sums = new LinkedHashMap<>();
    double end = Math.max(1, run.timeline().endPs());
    for (EngineUse use : EngineUse.engines(run.timeline())) {
      sums.merge(kind(use), 100 * use.busyPs() / end / count(run, kind(use)), Double::sum);
    }
    return sums;
  }

  private static Map<String, Double> waits(RunResult run) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (EngineUse use : EngineUse.engines(run.timeline())) {
      for (Map.Entry<WaitReason, Long> wait : use.waitsPs().entrySet()) {
        String name = kind(use) + ": " + wait.getKey().label();
        sums.merge(name, wait.getValue() / PS_PER_US / count(run, kind(use)), Double::sum);
      }
    }
    return sums;
  }

  private static long count(RunResult run, String kind) {
    return EngineUse.engines(run.timeline()).stream().filter(use -> kind(use).equals(kind)).count();
  }

  /** The engine's name without its number. */
  private static String kind(EngineUse use) {
    return TrackName.kind(use.engine());
  }

  public JsonObject json() {
    return new JsonObject()
        .put("a", a.scenario().name())
        .put("b", b.scenario().name())
        .put("lines", lines.stream().map(Comparison::json).toList());
  }

  private static JsonObject json(Line line) {
    JsonObject json = new JsonObject().put("group", line.group).put("name", line.name);
    line.a.ifPresent(value -> json.put("a", value));
    line.b.ifPresent(value -> json.put("b", value));
    line.percent().ifPresent(value -> json.put("percent", value));
    return json;
  }
}
