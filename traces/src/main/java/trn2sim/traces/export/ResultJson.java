package trn2sim.traces.export;

import java.util.List;
import java.util.Map;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.kernels.functional.RankVerdict;
import trn2sim.traces.analysis.Analysis;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.Exposure;
import trn2sim.traces.analysis.GapCauses;
import trn2sim.traces.analysis.RingSteps;
import trn2sim.traces.analysis.Verdict;
import trn2sim.traces.run.FlipSearch;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;

/** The figures of a run as {@code result.json}; what does not apply to it is left out. */
public final class ResultJson {
  private static final double PS_PER_SECOND = 1e12;
  private static final double TERA = 1e12;

  private ResultJson() {}

  public static JsonObject of(RunResult result) {
    return of(Analysis.of(result));
  }

  public static JsonObject of(Analysis analysis) {
    RunResult result = analysis.result();
    Scenario scenario = result.scenario();
    long total = result.timeline().endPs();
    JsonObject json = new JsonObject();
    json.put("scenario", ScenarioJson.of(scenario));
    json.put(
        "device",
        new JsonObject()
            .put("name", scenario.device().name())
            .put("digest", scenario.device().digest()));
    result
        .neuron()
        .flatMap(run -> run.launch().path())
        .ifPresent(path -> json.put("path", PathJson.of(path, analysis)));
    json.put("time_us", TimesJson.of(result));
    if (result.neuron().isEmpty()) {
      json.put("rank_us", TimesJson.ranks(result));
    }
    result.views().ifPresent(views -> addOverlap(json, views));
    result.replications().ifPresent(r -> json.put("replications", ReplicationsJson.of(r)));
    Verdict.of(analysis).ifPresent(text -> json.put("verdict", text));
    analysis.flips().ifPresent(flips -> json.put("flips", flips(flips)));
    Exposure.communication(result).ifPresent(ps -> json.putMicros("exposed_comm_us", ps));
    addRates(json, result);
    addMicros(json, "bounds_us", analysis.boundsPs());
    json.put("critical_path", criticalPath(analysis));
    addMicros(json, "gap_us", GapCauses.of(result));
    addSteps(json, RingSteps.of(result));
    json.put("engines", engines(result));
    Traffic.Kinds traffic = result.traffic();
    if (!traffic.links().isEmpty()) {
      json.put("links", traffic(traffic.links(), total));
    }
    json.put("hbm", traffic(traffic.hbm(), total));
    if (!traffic.dma().isEmpty()) {
      json.put("dma", traffic(traffic.dma(), total));
    }
    if (!result.probe().isEmpty()) {
      JsonObject probe = new JsonObject();
      result.probe().forEach(probe::put);
      json.put("probe", probe);
    }
    json.put("functional", functional(result.verdicts()));
    json.put(
        "sim",
        new JsonObject()
            .put("instructions", result.instructions())
            .put("events", result.events())
            .put("digest", result.timeline().digest()));
    return json;
  }

  private static void addOverlap(JsonObject json, ViewTimes views) {
    if (views.hasSequential()) {
      json.put("speedup", views.speedup());
    }
    json.put("overlap_efficiency", views.overlapEfficiency());
  }

  private static List<JsonObject> flips(List<FlipSearch.Flip> flips) {
    return flips.stream()
        .map(
            flip ->
                new JsonObject()
                    .put("key", flip.key())
                    .put("value", flip.size())
                    .put("speedup", flip.speedup()))
        .toList();
  }

  private static void addRates(JsonObject json, RunResult result) {
    double flops = result.work().flopsPerRank();
    if (flops > 0 && result.totalPs() > 0) {
      double perSecond = flops / (result.totalPs() / PS_PER_SECOND);
      json.put("tflops_per_rank", perSecond / TERA);
      json.put("mfu", perSecond / result.work().peakFlopsPerRank());
    }
    double possible =
        result.traffic().hbm().stream().mapToDouble(Traffic::bytesPerPs).sum() * result.totalPs();
    if (possible > 0 && Double.isFinite(possible)) {
      long moved = result.traffic().hbm().stream().mapToLong(Traffic::bytes).sum();
      json.put("mbu", moved / possible);
    }
  }

  private static void addMicros(JsonObject json, String key, Map<String, Long> ps) {
    if (!ps.isEmpty()) {
      JsonObject micros = new JsonObject();
      ps.forEach(micros::putMicros);
      json.put(key, micros);
    }
  }

  private static void addSteps(JsonObject json, List<RingSteps.Row> rows) {
    if (!rows.isEmpty()) {
      json.put(
          "ring_steps",
          rows.stream()
              .map(
                  row ->
                      new JsonObject()
                          .put("step", row.step())
                          .putMicros("sent_us", row.sentPs())
                          .putMicros("arrived_us", row.arrivedPs())
                          .putMicros("compute_start_us", row.startPs())
                          .putMicros("compute_end_us", row.endPs())
                          .put("waited", row.computeWaited() ? "compute" : "communication"))
              .toList());
    }
  }

  private static List<JsonObject> criticalPath(Analysis analysis) {
    return analysis.criticalPath().shares().stream()
        .map(
            share -> new JsonObject().put("resource", share.resource()).putMicros("us", share.ps()))
        .toList();
  }

  private static List<JsonObject> engines(RunResult result) {
    long total = result.timeline().endPs();
    return EngineUse.engines(result.timeline()).stream()
        .map(
            use -> {
              JsonObject waits = new JsonObject();
              use.waitsPs().forEach((reason, ps) -> waits.putMicros(reason.label(), ps));
              return new JsonObject()
                  .put("core", use.core())
                  .put("engine", use.engine())
                  .putMicros("busy_us", use.busyPs())
                  .put("utilization", share(use.busyPs(), total))
                  .put("instructions", use.instructions())
                  .put("waits_us", waits);
            })
        .toList();
  }

  private static List<JsonObject> traffic(List<Traffic> rows, long total) {
    return rows.stream()
        .map(
            row ->
                new JsonObject()
                    .put("name", row.name())
                    .put("bytes", row.bytes())
                    .putMicros("busy_us", row.busyPs())
                    .put("utilization", share(row.busyPs(), total)))
        .toList();
  }

  private static double share(long ps, long total) {
    return total == 0 ? 0 : (double) ps / total;
  }

  /** What {@code validate} says of one scenario. */
  public static JsonObject validation(RunResult result) {
    JsonObject json = new JsonObject().put("scenario", result.scenario().name());
    return addVerdicts(json, result.verdicts());
  }

  private static JsonObject functional(List<RankVerdict> verdicts) {
    JsonObject json = new JsonObject().put("ran", !verdicts.isEmpty());
    return verdicts.isEmpty() ? json : addVerdicts(json, verdicts);
  }

  /** The worst rank's figures, then each rank's own. */
  private static JsonObject addVerdicts(JsonObject json, List<RankVerdict> verdicts) {
    return json.put("passed", verdicts.stream().allMatch(RankVerdict::passed))
        .put("rel_err", verdicts.stream().mapToDouble(RankVerdict::relErr).max().orElse(0))
        .put("max_abs_err", verdicts.stream().mapToDouble(RankVerdict::maxAbsErr).max().orElse(0))
        .put("reference", verdicts.get(0).reference())
        .put("ranks", verdicts.stream().map(ResultJson::rank).toList());
  }

  private static JsonObject rank(RankVerdict verdict) {
    return new JsonObject()
        .put("rank", verdict.rank())
        .put("passed", verdict.passed())
        .put("rel_err", verdict.relErr())
        .put("max_abs_err", verdict.maxAbsErr())
        .put("bound", verdict.bound());
  }
}
