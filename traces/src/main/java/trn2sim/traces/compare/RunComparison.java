package trn2sim.traces.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.json.JsonObject;
import trn2sim.core.unit.Text;
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
          .orElse(a.isPresent() && b.filter(y -> y != 0).isPresent() ? "new" : "");
    }
  }

  private static final double MANY = 1000;

  /** How often as fast says little: 1.00 times. */
  private static final double HARDLY = 1.01;

  /** Keys of a scenario that say what is to be done, as opposed to how. */
  private static final List<String> WORK = List.of("shape", "dtype", "ranks");

  public static RunComparison of(Findings a, Findings b) {
    boolean measured = a.run().measured() || b.run().measured();
    return new RunComparison(
        a,
        b,
        measured ? List.of() : InputDifference.of(a.run().scenario(), b.run().scenario()),
        FigureLines.of(a, b),
        measured ? Optional.of(InstructionComparison.of(a, b)) : Optional.empty());
  }

  /** Whether shape, type or ranks differ, and with them what is to be done. */
  private boolean otherTask() {
    return inputs.stream().anyMatch(input -> WORK.contains(input.key().split("\\.", 2)[0]));
  }

  /** Whether the two do not do the same work; of a profile that does not say nobody knows. */
  public boolean otherWork() {
    double x = flops(a);
    double y = flops(b);
    boolean unknown = instructions.isPresent() && Math.min(x, y) == 0;
    return !unknown && (x != y || (x == 0 && otherTask()));
  }

  private static double flops(Findings findings) {
    return findings.run().work().flopsPerRank() * findings.run().ranks();
  }

  /** The line with a name, for example {@code time_us.total}. */
  public Optional<Line> line(String name) {
    return lines.stream().filter(line -> line.name.equals(name)).findFirst();
  }

  /**
   * The answer in one sentence: which of the two is faster, and by how much. Of different work the
   * times say nothing of that: it compares the rates, or nothing if there are none.
   */
  public String finding() {
    double x = flops(a);
    double y = flops(b);
    if (!otherWork()) {
      return times() + (otherTask() ? "; as many operations, of other shapes, types or ranks" : "");
    }
    return Math.min(x, y) > 0 ? rates(x, y) : noRates();
  }

  private String noRates() {
    return Text.format(
        "Different work, whose times say nothing of speed: A %s %s, B %s %s",
        a.run().scenario().name(),
        Text.about(a.times().totalPs()),
        b.run().scenario().name(),
        Text.about(b.times().totalPs()));
  }

  /** Operations per picosecond are TFLOPS. */
  private String rates(double flopsA, double flopsB) {
    double x = flopsA / a.times().totalPs();
    double y = flopsB / b.times().totalPs();
    double times = Math.max(x, y) / Math.min(x, y);
    return Text.format(
        "Different work, %s%s: A %s %.4g operations in %s, %s TFLOPS; B %s %.4g operations in %s,"
            + " %s TFLOPS",
        times < HARDLY ? "at the same rate" : x > y ? "A" : "B",
        times < HARDLY ? "" : Text.format(" at %.2f times the rate", times),
        a.run().scenario().name(),
        flopsA,
        Text.about(a.times().totalPs()),
        Text.number(x),
        b.run().scenario().name(),
        flopsB,
        Text.about(b.times().totalPs()),
        Text.number(y));
  }

  private String times() {
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

  public JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("a", a.run().scenario().name())
            .put("b", b.run().scenario().name())
            .put("finding", finding())
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
