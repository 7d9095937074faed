package trn2sim.traces.export;

import java.util.LinkedHashMap;
import java.util.Map;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.compiler.ListScheduler;
import trn2sim.hw.link.Link;
import trn2sim.kernels.api.Setting;
import trn2sim.kernels.api.Settings;
import trn2sim.traces.scenario.RunSettings;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.WhatIfSettings;

/** A scenario as it was run, every default filled in, in the form of a scenario file. */
public final class ScenarioJson {
  /** Begins the names of what a scenario says of its kernel: {@code kernel_args}. */
  public static final String KERNEL = "kernel_";

  private ScenarioJson() {}

  public static JsonObject of(Scenario scenario) {
    JsonObject json = new JsonObject().put("name", scenario.name());
    addWork(json, scenario);
    return json;
  }

  /**
   * Equal for scenarios that only differ in name: their results are the same, if {@link
   * trn2sim.kernels.api.Kernel#identity} is.
   */
  public static String key(Scenario scenario) {
    return Json.compact(addWork(new JsonObject(), scenario)) + scenario.device().digest();
  }

  private static JsonObject addWork(JsonObject json, Scenario scenario) {
    JsonObject overrides = new JsonObject();
    scenario.overrides().forEach(overrides::put);
    json.put("device", scenario.deviceName()).put("kernel", scenario.kernel().name());
    given(json, scenario.kernel().given());
    json.put("shape", settings(scenario.shape()))
        .put("dtype", scenario.dtype().label())
        .put("ranks", ranks(scenario))
        .put("options", settings(scenario.options()));
    if (scenario.kernel().settings().contains(Setting.COMPILER)) {
      json.put("compiler", compiler(scenario.compiler()));
    }
    json.put("run", run(scenario)).put("overrides", overrides);
    return scenario.whatIf().equals(WhatIfSettings.NONE)
        ? json
        : json.put("what_if", whatIf(scenario.whatIf()));
  }

  /** {@code kernel} is the kernel's name, so what else it says stands beside it. */
  private static void given(JsonObject json, Map<String, String> given) {
    Map<String, JsonObject> parts = new LinkedHashMap<>();
    given.forEach(
        (key, value) -> {
          int dot = key.indexOf('.');
          if (dot < 0) {
            json.putWritten(KERNEL + key, value);
          } else {
            parts
                .computeIfAbsent(key.substring(0, dot), part -> new JsonObject())
                .putWritten(key.substring(dot + 1), value);
          }
        });
    parts.forEach((part, values) -> json.put(KERNEL + part, values));
  }

  private static JsonObject run(Scenario scenario) {
    RunSettings run = scenario.run();
    JsonObject json =
        new JsonObject()
            .put("mode", run.mode().label())
            .put("seed", run.seed())
            .put("data", run.data().label())
            .put("rounding", run.rounding().label());
    boolean launched = scenario.kernel().settings().contains(Setting.LAUNCH_COST);
    return launched ? json.put("launch_cost", run.launchCost().label()) : json;
  }

  private static JsonObject ranks(Scenario scenario) {
    JsonObject json =
        new JsonObject().put("tp", scenario.ranks().tp()).put("groups", scenario.ranks().groups());
    boolean logical = scenario.kernel().settings().contains(Setting.LOGICAL_CORES);
    return logical ? json.put("lnc", scenario.ranks().lnc()) : json;
  }

  private static JsonObject compiler(CompilerSettings compiler) {
    JsonObject json = new JsonObject().put("order", compiler.order().label());
    boolean limited =
        compiler.order() == CompilerSettings.Order.LIST
            && compiler.lookahead() != ListScheduler.UNLIMITED;
    return (limited ? json.put("lookahead", compiler.lookahead()) : json)
        .put("engines", compiler.engines().label());
  }

  private static JsonObject whatIf(WhatIfSettings whatIf) {
    JsonObject json = new JsonObject();
    whatIf
        .straggler()
        .ifPresent(
            slow ->
                json.put(
                    "straggler",
                    new JsonObject().put("core", slow.core()).put("factor", slow.factor())));
    return json.putTexts(
            "lost_links", whatIf.lostLinks().links().stream().map(Link::toString).toList())
        .put("dma_jitter", whatIf.dmaJitter())
        .put("replications", whatIf.replications());
  }

  private static JsonObject settings(Settings settings) {
    JsonObject json = new JsonObject();
    settings.values().forEach(json::putSetting);
    return json;
  }
}
