package trn2sim.traces.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import trn2sim.core.json.JsonObject;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.KernelCatalog;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Setting;
import trn2sim.kernels.functional.DataKind;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.nki.Check;
import trn2sim.kernels.nki.middleend.MiddleEnd;
import trn2sim.traces.scenario.CompilerReader;
import trn2sim.traces.scenario.LaunchCost;
import trn2sim.traces.scenario.RunSettings;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.scenario.WhatIfReader;

/**
 * A JSON Schema (draft 2020-12) of scenario and sweep files, for editors; made from what the
 * kernels declare, so that it says what the loader does.
 */
public final class ScenarioSchema {

  private ScenarioSchema() {}

  public static JsonObject of(KernelCatalog kernels) {
    List<JsonObject> cases = new ArrayList<>();
    for (Kernel kernel : kernels.kernels()) {
      cases.add(settings(kernel));
      List<String> required =
          kernel.shape().stream().filter(ParameterSpec::required).map(ParameterSpec::name).toList();
      if (!required.isEmpty()) {
        cases.add(requirements(kernel, required));
      }
    }
    return new JsonObject()
        .put("$schema", "https://json-schema.org/draft/2020-12/schema")
        .put("title", "trn2sim scenario")
        .put("type", "object")
        .putTexts("required", List.of("kernel"))
        .put("properties", properties(kernels))
        .put("additionalProperties", false)
        .put("allOf", cases);
  }

  private static JsonObject properties(KernelCatalog kernels) {
    return new JsonObject()
        .put(
            "name",
            text("Shown in all outputs; default: the file's name")
                .put("maxLength", ScenarioLoader.LONGEST_NAME))
        .put(
            "device",
            text("A built-in device or a device file")
                .put("default", ScenarioLoader.DEFAULT_DEVICE))
        .put(
            "kernel",
            new JsonObject()
                .put("description", "What to run")
                .put("anyOf", List.of(words("A built-in kernel", kernels.names()), nki())))
        .put("shape", new JsonObject().put("type", "object"))
        .put(
            "dtype",
            words("Type of the tensors", labels(DType.OFFERED.toArray(DType[]::new), DType::label))
                .put("default", DType.BF16.label()))
        .put("ranks", ranks())
        .put("options", new JsonObject().put("type", "object"))
        .put("run", run())
        .put("compiler", compiler())
        .put(
            "overrides",
            new JsonObject()
                .put("type", "object")
                .put("description", "Device parameters by name, with their units"))
        .put("what_if", whatIf())
        .put("axes", axes())
        .put(
            "combine",
            words("How axes meet", List.of("crossed", "zipped", "random", "latin_hypercube"))
                .put("default", "crossed"))
        .put("samples", integer("Points to draw, for random and latin_hypercube", 1, 10_000_000))
        .put(
            "metrics",
            new JsonObject()
                .put("type", "array")
                .put("description", "More figures of result.json for a sweep, as dotted paths")
                .put("items", new JsonObject().put("type", "string")));
  }

  private static JsonObject axes() {
    JsonObject values = new JsonObject().put("type", "array").put("minItems", 1);
    JsonObject nested = new JsonObject().put("type", "object");
    return new JsonObject()
        .put("type", "object")
        .put(
            "description",
            "For sweep: the values that dotted keys take, {shape.K: [1024, 2048]} or"
                + " {shape.K: {from: 1024, to: 8192, step: 1024}}")
        .put("additionalProperties", new JsonObject().put("anyOf", List.of(values, nested)));
  }

  private static JsonObject nki() {
    JsonObject keys = new JsonObject();
    keys.put("nki", text("A Python file, relative to the scenario"));
    keys.put("module", text("Instead of nki: a Python module on the path"));
    keys.put("stream", text("Instead of nki: a recorded kernel"));
    keys.put("function", text("The kernel in the file, or a call that makes it"));
    keys.put("args", new JsonObject().putTexts("type", List.of("object", "array")));
    keys.put("path", new JsonObject().put("type", "array"));
    keys.put("stubs", new JsonObject().put("type", "array"));
    keys.put("grid", new JsonObject().put("type", "array"));
    keys.put("trip_counts", new JsonObject().put("type", "object"));
    keys.put("check", text(Check.forms()));
    keys.put("middle_end", new JsonObject().putTexts("enum", MiddleEnd.Mode.labels()));
    keys.put("reference", text("Instead of check: FILE.py:FUNCTION, which returns the values"));
    keys.put("tolerance", new JsonObject().put("type", "number").put("exclusiveMinimum", 0));
    keys.put("output", new JsonObject().put("type", "integer").put("minimum", 0));
    return closed(keys).put("description", "A kernel written in NKI");
  }

  private static JsonObject ranks() {
    long most = ScenarioLoader.MOST_RANKS;
    return closed(
        new JsonObject()
            .put("tp", integer("Ranks of a group", 1, most).put("default", 1))
            .put("groups", integer("Groups that run at once", 1, most).put("default", 1))
            .put("lnc", integer("Physical cores of a rank; default 1 if tp is 1, else 2", 1, 2)));
  }

  private static JsonObject run() {
    List<String> modes = labels(RunSettings.Mode.values(), RunSettings.Mode::label);
    List<String> kinds = labels(DataKind.values(), DataKind::label);
    return closed(
        new JsonObject()
            .put("mode", words("With or without arithmetic", modes).put("default", modes.get(0)))
            .put(
                "seed",
                integer("Seed of the input data and of stochastic rounding", 0, Long.MAX_VALUE)
                    .put("default", ScenarioLoader.DEFAULT_SEED))
            .put("data", words("Input values", kinds).put("default", DataKind.NORMAL.label()))
            .put(
                "rounding",
                words(
                        "How values are rounded when written in a narrower type",
                        labels(RoundingMode.values(), RoundingMode::label))
                    .put("default", RoundingMode.NEAREST.label()))
            .put(
                "launch_cost",
                words(
                        "What time_us.with_launch adds to the kernel's span",
                        labels(LaunchCost.values(), LaunchCost::label))
                    .put("default", LaunchCost.NONE.label())));
  }

  private static JsonObject compiler() {
    return closed(
        new JsonObject()
            .put(
                "order",
                words(
                        "Instructions as the compiler schedules them, or as written",
                        labels(CompilerSettings.Order.values(), CompilerSettings.Order::label))
                    .put("default", CompilerSettings.Order.LIST.label()))
            .put(
                "lookahead",
                integer(
                    "How many earlier instructions of its lane one may overtake; default: any",
                    0,
                    CompilerReader.MOST_LOOKAHEAD))
            .put(
                "engines",
                words(
                    "Who takes copies that name no engine; default balanced, or vector with order"
                        + " source",
                    labels(CompilerSettings.Engines.values(), CompilerSettings.Engines::label))));
  }

  private static JsonObject whatIf() {
    JsonObject link =
        new JsonObject().put("type", "string").put("pattern", "^chip[0-9]{1,3}\\.[XYZ][+-]$");
    return closed(
        new JsonObject()
            .put(
                "straggler",
                closed(
                        new JsonObject()
                            .put("core", integer("The slow core", 0, WhatIfReader.MOST_CORES))
                            .put(
                                "factor",
                                number("How many times as long", 1, WhatIfReader.MOST_FACTOR)))
                    .putTexts("required", List.of("core", "factor")))
            .put(
                "lost_links",
                new JsonObject()
                    .put("type", "array")
                    .put("description", "Directed links that may not be used, such as chip0.X+")
                    .put("items", link))
            .put(
                "dma_jitter",
                number("Largest relative change of a latency", 0, WhatIfReader.MOST_JITTER))
            .put(
                "replications",
                integer("Runs with other random numbers", 1, WhatIfReader.MOST_REPLICATIONS)));
  }

  private static JsonObject number(String description, double min, double max) {
    return new JsonObject()
        .put("type", "number")
        .put("minimum", min)
        .put("maximum", max)
        .put("description", description);
  }

  /** What a kernel's sections may hold. */
  private static JsonObject settings(Kernel kernel) {
    JsonObject sections =
        new JsonObject()
            .put(
                "dtype",
                words(
                    "Types the kernel accepts",
                    kernel.dtypes().stream().map(DType::label).toList()))
            .put("shape", closed(specs(kernel.shape())))
            .put("options", closed(specs(kernel.options())));
    if (!kernel.settings().contains(Setting.WHAT_IF)) {
      sections.put("what_if", false);
    }
    if (!kernel.settings().contains(Setting.LOGICAL_CORES)) {
      JsonObject ranks = new JsonObject().put("lnc", false);
      sections.put("ranks", new JsonObject().put("properties", ranks));
    }
    if (!kernel.settings().contains(Setting.LAUNCH_COST)) {
      JsonObject run = new JsonObject().put("launch_cost", false);
      sections.put("run", new JsonObject().put("properties", run));
    }
    return new JsonObject()
        .put("if", is(kernel))
        .put("then", new JsonObject().put("properties", sections));
  }

  /** What a kernel's shape must hold; a sweep may give it by an axis. */
  private static JsonObject requirements(Kernel kernel, List<String> names) {
    JsonObject sweep = new JsonObject().putTexts("required", List.of("axes"));
    JsonObject shape = new JsonObject().putTexts("required", names);
    return new JsonObject()
        .put("if", is(kernel).put("not", sweep))
        .put(
            "then",
            new JsonObject()
                .putTexts("required", List.of("shape"))
                .put("properties", new JsonObject().put("shape", shape)));
  }

  private static JsonObject is(Kernel kernel) {
    JsonObject name = new JsonObject().put("const", kernel.name());
    return new JsonObject().put("properties", new JsonObject().put("kernel", name));
  }

  private static JsonObject specs(List<ParameterSpec> specs) {
    JsonObject properties = new JsonObject();
    specs.forEach(spec -> properties.put(spec.name(), spec(spec)));
    return properties;
  }

  private static JsonObject spec(ParameterSpec spec) {
    JsonObject schema =
        switch (spec.kind()) {
          case INTEGER -> integer(spec.help(), spec.min(), spec.max());
          case WORD -> words(spec.help(), spec.words());
          case FLAG -> new JsonObject().put("type", "boolean").put("description", spec.help());
        };
    spec.fallback()
        .ifPresent(
            text -> {
              switch (spec.kind()) {
                case INTEGER -> schema.put("default", Long.parseLong(text));
                case WORD -> schema.put("default", text);
                case FLAG -> schema.put("default", Boolean.parseBoolean(text));
              }
            });
    return schema;
  }

  private static JsonObject closed(JsonObject properties) {
    return new JsonObject()
        .put("type", "object")
        .put("properties", properties)
        .put("additionalProperties", false);
  }

  private static JsonObject text(String help) {
    return new JsonObject().put("type", "string").put("description", help);
  }

  private static JsonObject words(String help, List<String> words) {
    return new JsonObject().put("description", help).putTexts("enum", words);
  }

  private static JsonObject integer(String help, long min, long max) {
    return new JsonObject()
        .put("type", "integer")
        .put("minimum", min)
        .put("maximum", max)
        .put("description", help);
  }

  private static <T> List<String> labels(T[] values, Function<T, String> label) {
    return Arrays.stream(values).map(label).toList();
  }
}
