package trn2sim.traces.export;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.check.Extent;
import trn2sim.kernels.check.Mismatch;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.findings.CompilerEffect;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Limit;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.findings.OnChip;
import trn2sim.traces.findings.Rates;
import trn2sim.traces.findings.Verdict;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.search.FlipSearch;
import trn2sim.traces.search.Tried;

/** The figures of a run as {@code result.json}; what does not apply to it is left out. */
public final class ResultJson {
  private ResultJson() {}

  public static JsonObject of(Findings findings) {
    RunResult run = findings.run();
    JsonObject json = new JsonObject();
    addInput(json, findings);
    json.putTexts("story", findings.story().sentences());
    if (!findings.remarks().isEmpty()) {
      json.putTexts("notes", findings.remarks());
    }
    List<String> doubts = findings.story().doubts();
    if (!doubts.isEmpty()) {
      json.put("doubt", String.join(" ", doubts));
    }
    json.put("time_us", TimesJson.of(findings.times()));
    if (run.neuron().isEmpty()) {
      json.put("rank_us", TimesJson.ranks(run));
    }
    addComparison(json, findings);
    findings.range().ifPresent(range -> json.put("range_us", RangeJson.of(range)));
    addRates(json, findings.rates());
    addMicros(json, "bounds_us", findings.boundsPs());
    json.put("critical_path", criticalPath(findings));
    findings.limit().ifPresent(limit -> json.put("limited_by", limit(findings, limit)));
    addCommunication(json, findings);
    Map<String, Long> gap = new LinkedHashMap<>();
    findings.gap().forEach(cause -> gap.put(cause.name(), cause.ps()));
    addMicros(json, "gap_us", gap);
    addSteps(json, findings.ringSteps());
    addUse(json, findings);
    if (!findings.lines().isEmpty()) {
      Map<String, Long> free = findings.freeLines();
      json.put("lines", findings.lines().stream().map(cost -> line(cost, free)).toList());
    }
    json.put("functional", functional(run.verdicts()));
    json.put(
        "sim",
        new JsonObject()
            .put("instructions", run.instructions())
            .put("events", run.events())
            .put("digest", findings.digest()));
    return json;
  }

  private static void addInput(JsonObject json, Findings findings) {
    Scenario scenario = findings.run().scenario();
    json.put("scenario", ScenarioJson.of(scenario));
    json.put(
        "device",
        new JsonObject()
            .put("name", scenario.device().name())
            .put("digest", scenario.device().digest()));
    findings
        .route()
        .ifPresent(route -> json.put("path", PathJson.of(route, findings.sideRuns().otherPath())));
    findings.compiler().ifPresent(effect -> json.put("compiler", compiler(effect)));
    findings.onChip().ifPresent(used -> json.put("on_chip", onChip(used)));
  }

  private static JsonObject limit(Findings findings, Limit limit) {
    return new JsonObject()
        .put("what", limit.what())
        .put("share", findings.share(limit.charged().ps()));
  }

  private static JsonObject onChip(OnChip used) {
    return new JsonObject()
        .put("sbuf_peak_bytes", used.sbufPeakBytes())
        .put("sbuf_capacity_bytes", used.sbufCapacityBytes())
        .put("psum_peak_banks", used.psumPeakBanks())
        .put("psum_banks", used.psumBanks())
        .putMicros("psum_full_us", used.fullPsumPs());
  }

  private static JsonObject compiler(CompilerEffect effect) {
    return new JsonObject()
        .put("order", effect.order().label())
        .put("moved", effect.moved())
        .put("spilled_bytes", effect.spilledBytes())
        .put("reloaded_bytes", effect.reloadedBytes())
        .put("open_instructions", effect.open())
        .put("inserted", effect.inserted())
        .put("dropped", effect.dropped());
  }

  private static void addComparison(JsonObject json, Findings findings) {
    findings.times().speedup().ifPresent(value -> json.put("speedup", value));
    findings.times().overlapEfficiency().ifPresent(value -> json.put("overlap_efficiency", value));
    findings
        .run()
        .replications()
        .ifPresent(runs -> json.put("replications", ReplicationsJson.of(runs)));
    findings.verdict().ifPresent(verdict -> json.put("verdict", words(verdict)));
    findings.sideRuns().flips().ifPresent(flips -> json.put("flips", flips(flips)));
    findings
        .sideRuns()
        .tuning()
        .ifPresent(all -> json.put("advice", all.stream().map(Tried::json).toList()));
    findings.exposedPs().ifPresent(ps -> json.putMicros("exposed_comm_us", ps));
  }

  private static List<JsonObject> flips(List<FlipSearch.Flip> flips) {
    return flips.stream()
        .map(
            flip -> {
              JsonObject json =
                  new JsonObject()
                      .put("key", flip.key())
                      .put("value", flip.size())
                      .put("speedup", flip.speedup());
              flip.originalFails().ifPresent(why -> json.put("original_fails", why));
              return json;
            })
        .toList();
  }

  private static void addRates(JsonObject json, Rates rates) {
    rates.tflops().ifPresent(value -> json.put("tflops_per_rank", value));
    rates.mfu().ifPresent(value -> json.put("mfu", value));
    rates.mbu().ifPresent(value -> json.put("mbu", value));
  }

  private static void addCommunication(JsonObject json, Findings findings) {
    findings
        .communication()
        .ifPresentOrElse(
            time ->
                json.put(
                    "communication",
                    new JsonObject()
                        .putMicros("in_flight_us", time.inFlightPs())
                        .putMicros("hidden_us", time.hiddenPs())
                        .putMicros("exposed_us", time.exposedPs())
                        .put("hidden", time.hidden())),
            () -> json.putNull("communication"));
  }

  private static void addUse(JsonObject json, Findings findings) {
    json.put("engines", engines(findings));
    Traffic.Kinds traffic = findings.run().traffic();
    if (!traffic.links().isEmpty()) {
      json.put("links", traffic(traffic.links(), findings));
    }
    json.put("hbm", traffic(traffic.hbm(), findings));
    if (!traffic.dma().isEmpty()) {
      json.put("dma", traffic(traffic.dma(), findings));
    }
    if (!findings.run().probe().isEmpty()) {
      JsonObject probe = new JsonObject();
      findings.run().probe().forEach(probe::put);
      json.put("probe", probe);
    }
  }

  private static void addMicros(JsonObject json, String key, Map<String, Long> ps) {
    if (!ps.isEmpty()) {
      JsonObject micros = new JsonObject();
      ps.forEach(micros::putMicros);
      json.put(key, micros);
    }
  }

  private static void addSteps(JsonObject json, List<RingStep> rows) {
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

  private static List<JsonObject> criticalPath(Findings findings) {
    return findings.criticalPath().shares().stream()
        .map(
            share -> new JsonObject().put("resource", share.resource()).putMicros("us", share.ps()))
        .toList();
  }

  private static List<JsonObject> engines(Findings findings) {
    return findings.engines().stream()
        .map(
            use -> {
              JsonObject waits = new JsonObject();
              use.waitsPs().forEach((reason, ps) -> waits.putMicros(reason.label(), ps));
              JsonObject json =
                  new JsonObject()
                      .put("core", use.core())
                      .put("engine", use.engine())
                      .putMicros("busy_us", use.busyPs())
                      .put("utilization", use.utilization())
                      .put("instructions", use.instructions())
                      .put("waits_us", waits);
              Map<String, Long> engines = findings.awaitedPs().get(use.core() + "." + use.engine());
              if (engines != null) {
                addMicros(json, "awaited_us", engines);
              }
              return json;
            })
        .toList();
  }

  private static JsonObject line(LineCost cost, Map<String, Long> free) {
    JsonObject line =
        new JsonObject()
            .put("file", cost.file())
            .put("line", cost.line())
            .putMicros("busy_us", cost.busyPs())
            .putMicros("waits_us", cost.waitPs())
            .put("instructions", cost.instructions());
    Optional.ofNullable(free.get(cost.place())).ifPresent(ps -> line.putMicros("if_free_us", ps));
    return line;
  }

  private static List<JsonObject> traffic(List<Traffic> rows, Findings findings) {
    return rows.stream().map(row -> traffic(row, findings)).toList();
  }

  private static JsonObject traffic(Traffic row, Findings findings) {
    Cancellation.check();
    long end = findings.run().lastPs();
    JsonObject json =
        new JsonObject()
            .put("name", row.name())
            .put("bytes", row.bytes())
            .putMicros("busy_us", row.busyPs())
            .put("utilization", findings.share(row.busyPs()))
            .put("gbps", row.gigabytesPerSecond(end));
    row.ofPeak(end).ifPresent(share -> json.put("of_peak", share));
    return json;
  }

  /** What {@code run} says of a scenario that cannot run. */
  public static JsonObject notRun(Scenario scenario, String why) {
    return new JsonObject()
        .put("scenario", new JsonObject().put("name", scenario.name()))
        .put("error", why);
  }

  /** What {@code validate} says of one scenario. */
  public static JsonObject validation(RunResult result) {
    JsonObject json = new JsonObject().put("scenario", result.scenario().name());
    return addVerdicts(json, result.verdicts());
  }

  /** The same of one that cannot run. */
  public static JsonObject notValidated(Scenario scenario, String why) {
    return new JsonObject().put("scenario", scenario.name()).put("passed", false).put("error", why);
  }

  /** The advice, and whether it holds over the range if that was looked for. */
  private static String words(Verdict verdict) {
    String holds = verdict.range().map(range -> " " + range.sentence()).orElse("");
    return verdict.sentence() + holds;
  }

  private static JsonObject functional(List<RankVerdict> verdicts) {
    JsonObject json = new JsonObject().put("ran", !verdicts.isEmpty());
    return verdicts.isEmpty() ? json : addVerdicts(json, verdicts);
  }

  /** The worst rank's figures, then each rank's own. */
  private static JsonObject addVerdicts(JsonObject json, List<RankVerdict> verdicts) {
    return json.put("passed", verdicts.stream().allMatch(RankVerdict::passed))
        .putIfFinite("rel_err", verdicts.stream().mapToDouble(RankVerdict::relErr).max().orElse(0))
        .putIfFinite(
            "max_abs_err", verdicts.stream().mapToDouble(RankVerdict::maxAbsErr).max().orElse(0))
        .put("reference", verdicts.get(0).reference())
        .put("ranks", verdicts.stream().map(ResultJson::rank).toList());
  }

  private static JsonObject rank(RankVerdict verdict) {
    JsonObject json =
        new JsonObject()
            .put("rank", verdict.rank())
            .put("passed", verdict.passed())
            .putIfFinite("rel_err", verdict.relErr())
            .putIfFinite("max_abs_err", verdict.maxAbsErr())
            .putIfFinite("bound", verdict.bound());
    verdict.wrong().ifPresent(wrong -> json.put("wrong", wrong(wrong)));
    return json;
  }

  private static JsonObject wrong(Mismatch wrong) {
    JsonObject json =
        new JsonObject()
            .put("row", wrong.row())
            .put("col", wrong.col())
            .putIfFinite("found", wrong.found())
            .putIfFinite("expected", wrong.expected());
    Extent extent = wrong.extent();
    if (extent.known()) {
      json.put("elements", extent.elements())
          .put("of", extent.of())
          .put("first_row", extent.firstRow())
          .put("last_row", extent.lastRow())
          .put("first_col", extent.firstColumn())
          .put("last_col", extent.lastColumn());
    }
    return json;
  }
}
