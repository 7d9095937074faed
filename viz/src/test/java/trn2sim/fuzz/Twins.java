package trn2sim.fuzz;

import java.util.ArrayList;
import java.util.List;

/** Runs of the same scenario that must agree with a first one. */
final class Twins {
  private final String yaml;
  private final String first;
  private final List<String> differences = new ArrayList<>();

  /**
   * @param first the result of the scenario with its arithmetic
   */
  Twins(String yaml, String first) {
    this.yaml = yaml;
    this.first = first;
  }

  List<String> differences() {
    timing();
    if (!Laws.text(first, "compiler.order").isEmpty()) {
      otherOrder();
    }
    if (Laws.text(first, "scenario.kernel").matches("micro_(vector|scalar|matmul)")) {
      fasterEngine();
    }
    return differences;
  }

  /** Timing never looks at data. */
  private void timing() {
    String json = Simulated.result(yaml, "run.mode=timing").orElse("{}");
    for (String path : List.of("sim.digest", "time_us.total")) {
      compare("mode timing, " + path, Laws.text(first, path), Laws.text(json, path));
    }
  }

  /** Sums keep their order, whoever computes them when. */
  private void otherOrder() {
    String order = Laws.text(first, "compiler.order").equals("list") ? "source" : "list";
    Simulated.result(yaml, "run.mode=both", "compiler.order=" + order)
        .map(json -> Laws.text(json, "functional"))
        .ifPresent(values -> compare("order " + order, Laws.text(first, "functional"), values));
  }

  /** One engine that does one thing after the other is never slower with a faster clock. */
  private void fasterEngine() {
    String engine =
        Laws.text(first, "scenario.kernel").replace("micro_", "").replace("matmul", "tensor");
    Simulated.result(yaml, "overrides." + engine + "_engine.clock=5 GHz")
        .map(json -> Laws.number(json, "time_us.total"))
        .filter(fast -> fast > Laws.number(first, "time_us.total"))
        .ifPresent(fast -> differences.add("a faster clock takes " + fast + " us"));
  }

  private void compare(String what, String one, String other) {
    if (!one.equals(other)) {
      differences.add(what + ": " + other + " instead of " + one);
    }
  }
}
