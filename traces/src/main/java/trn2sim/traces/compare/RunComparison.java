package trn2sim.traces.compare;

import static trn2sim.core.unit.Units.PS_PER_US;

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
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;

/**
 * Two runs figure by figure.
 *
 * @param inputs what differs in their scenarios
 * @param instructions what differs instruction by instruction, if one of them was measured
 */
public record RunComparison(
    Findings a,
    Findings b,
    List<InputDifference> inputs,
    List<Line> lines,
    Optional<InstructionComparison> instructions) {
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

    /** The second against the first: in percent, or how often, where percent say little. */
    public String against() {
      return percent()
          .map(p -> p < MANY ? Text.format("%+.1f %%", p) : Text.format("%.0fx", 1 + p / 100))
          .orElse("");
    }
  }

  private static final double MANY = 1000;

  /** How often as fast says little: 1.00 times. */
  private static final double HARDLY = 1.01;

  /** Keys of a scenario that say what is to be done, as opposed to how. */
  private static final List<String> WORK = List.of("shape", "dtype", "ranks");

  private static final String RESULT = "result";

  private static final List<String> SINGLE =
      List.of(
          "speedup", "communication.hidden", "communication.exposed_us", "tflops_per_rank", "mfu");

  public static RunComparison of(Findings a, Findings b) {
    List<Line> lines = new ArrayList<>();
    join(lines, RESULT, figures(a), figures(b));
    join(lines, "critical path, us", path(a), path(b));
    join(lines, "active, % of the run", active(a), active(b));
    join(lines, "waits, us per engine", waits(a), waits(b));
    boolean measured = a.run().measured() || b.run().measured();
    if (measured) {
      lines.removeIf(line -> line.group.equals(RESULT) && (line.a.isEmpty() || line.b.isEmpty()));
    }
    return new RunComparison(
        a,
        b,
        measured ? List.of() : InputDifference.of(a.run().scenario(), b.run().scenario()),
        lines,
        measured ? Optional.of(InstructionComparison.of(a, b)) : Optional.empty());
  }

  /** A warning where the two do not do the same work, so that times cannot be compared. */
  public Optional<String> otherWork() {
    double x = a.run().work().flopsPerRank() * a.run().ranks();
    double y = b.run().work().flopsPerRank() * b.run().ranks();
    if (x != y) {
      return Optional.of(
          Text.format(
              "The work differs: A does %.4g floating-point operations in all, B %.4g.", x, y));
    }
    return inputs.stream().anyMatch(input -> WORK.contains(input.key().split("\\.", 2)[0]))
        ? Optional.of("The work differs: see the input.")
        : Optional.empty();
  }

  /** The line with a name, for example {@code time_us.total}. */
  public Optional<Line> line(String name) {
    return lines.stream().filter(line -> line.name.equals(name)).findFirst();
  }

  /** Which of the two is faster, and by how much. */
  public String finding() {
    String nameA = a.run().scenario().name();
    String nameB = b.run().scenario().name();
    long x = a.times().totalPs();
    long y = b.times().totalPs();
    if (x == y) {
      return Text.format("A %s and B %s take the same time, %s", nameA, nameB, Text.about(x));
    }
    double times = (double) Math.max(x, y) / Math.max(1, Math.min(x, y));
    return Text.format(
        "%s is %s: A %s %s, B %s %s",
        x < y ? "A" : "B",
        times < HARDLY
            ? Text.format("faster by %.2g %%", 100 * (1 - 1 / times))
            : Text.format("%.2f times as fast", times),
        nameA,
        Text.about(x),
        nameB,
        Text.about(y));
  }

  /** What the runs assume, each once; what only one of them does says which. */
  public List<String> notes() {
    List<String> ofA = a.remarks();
    List<String> ofB = b.remarks();
    List<String> notes = new ArrayList<>();
    ofA.forEach(note -> notes.add(ofB.contains(note) ? note : "A: " + note));
    ofB.stream().filter(note -> !ofA.contains(note)).forEach(note -> notes.add("B: " + note));
    return notes;
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

  private static Map<String, Double> figures(Findings findings) {
    JsonObject json = ResultJson.of(findings);
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

  private static Map<String, Double> path(Findings findings) {
    Map<String, Double> shares = new LinkedHashMap<>();
    findings
        .criticalPath()
        .shares()
        .forEach(share -> shares.put(share.resource(), share.ps() / PS_PER_US));
    return shares;
  }

  /** The mean over all engines of a name. */
  private static Map<String, Double> active(Findings findings) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (EngineUse use : findings.engines()) {
      sums.merge(kind(use), 100 * use.utilization() / count(findings, kind(use)), Double::sum);
    }
    return sums;
  }

  private static Map<String, Double> waits(Findings findings) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (EngineUse use : findings.engines()) {
      for (Map.Entry<WaitReason, Long> wait : use.waitsPs().entrySet()) {
        String name = kind(use) + ": " + wait.getKey().label();
        sums.merge(name, wait.getValue() / PS_PER_US / count(findings, kind(use)), Double::sum);
      }
    }
    return sums;
  }

  private static long count(Findings findings, String kind) {
    return findings.engines().stream().filter(use -> kind(use).equals(kind)).count();
  }

  /** The engine's name without its number. */
  private static String kind(EngineUse use) {
    return TrackName.kind(use.engine());
  }

  public JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("a", a.run().scenario().name())
            .put("b", b.run().scenario().name())
            .put("input", inputs.stream().map(InputDifference::json).toList())
            .put("lines", lines.stream().map(RunComparison::json).toList());
    instructions.ifPresent(all -> json.put("instructions", all.json()));
    return json;
  }

  private static JsonObject json(Line line) {
    JsonObject json = new JsonObject().put("group", line.group).put("name", line.name);
    line.a.ifPresent(value -> json.put("a", value));
    line.b.ifPresent(value -> json.put("b", value));
    line.percent().ifPresent(value -> json.put("percent", value));
    return json;
  }
}
