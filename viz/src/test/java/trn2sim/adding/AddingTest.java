package trn2sim.adding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Adds an instruction, a kernel, a parameter and a chart to a copy of the sources, runs them by the
 * command line, and sees that docs/architecture.md names the files that had to change.
 */
class AddingTest {
  private static final String ISA = "hw-model/src/main/java/trn2sim/hw/isa/";
  private static final String COST = "hw-model/src/main/java/trn2sim/hw/cost/";
  private static final String SPEC = "hw-model/src/main/java/trn2sim/hw/spec/";
  private static final String DEVICES = "hw-model/src/main/resources/devices/";
  private static final String KERNELS = "kernels/src/main/java/trn2sim/kernels/";
  private static final String CHARTS = "viz/src/main/java/trn2sim/viz/chart/";
  private static final Pattern LINK = Pattern.compile("]\\(\\.\\./([\\w./-]+)\\)");
  private static final Pattern TOTAL = Pattern.compile("\"total\": ([\\d.]+)");
  private static final Pattern VECTOR = Pattern.compile("\"Vector\",\\s+\"busy_us\": ([\\d.]+)");

  @TempDir private Path scratch;

  private static String text(String name) throws IOException {
    return Files.readString(Path.of("src/test/resources/adding", name));
  }

  private static double figure(Pattern pattern, String said) {
    var found = pattern.matcher(said);
    assertTrue(found.find(), said);
    return Double.parseDouble(found.group(1));
  }

  /** What a section links to of the sources: files to change, and folders for new ones. */
  private static SortedSet<String> named(String section) throws IOException {
    String document = Files.readString(Path.of("../docs/architecture.md"));
    int start = document.indexOf("\n## " + section + "\n");
    assertTrue(start >= 0, section);
    int end = document.indexOf("\n## ", start + 1);
    SortedSet<String> named = new TreeSet<>();
    LINK.matcher(document.substring(start, end < 0 ? document.length() : end))
        .results()
        .map((MatchResult link) -> link.group(1))
        .filter(path -> path.contains("/src/main/"))
        .forEach(named::add);
    return named;
  }

  private static void assertNamed(String section, Addition addition) throws IOException {
    SortedSet<String> touched = addition.changed();
    touched.addAll(addition.folders());
    assertEquals(named(section), touched, section);
  }

  @Test
  void anInstructionOnTiles() throws IOException {
    Addition addition =
        new Addition()
            .after(
                ISA + "TileOp.java",
                "public sealed interface TileOp {",
                """
                  /** Nothing below a limit. */
                  record AtLeast(float limit) implements TileOp {
                    @Override
                    public String label() {
                      return "at_least";
                    }
                  }

                """)
            .after(
                KERNELS + "functional/RowValues.java",
                "  static void addTo(Map<Object, BiConsumer<TileOp, Sheet>> rules) {",
                """
                    add(
                        rules,
                        TileOp.AtLeast.class,
                        (op, s) -> each(s, (r, c) -> Math.max(s.in(0).exact(r, c), op.limit())));
                """)
            .after(
                KERNELS + "nki/TileRules.java",
                "  void addTo(Map<String, Consumer<Call>> rules) {",
                """
                    rule(rules, "at_least", Engine.VECTOR, c -> new TileOp.AtLeast(0));
                """);
    // 160.3 ns of start-up and 256 elements at 0.96 GHz, less 88 ns that the next would overlap
    assertComputes("at_least", 0.1603 + 256 / 960.0 - 0.088, addition);
    assertNamed("Adding an instruction on tiles", addition);
  }

  @Test
  void anInstructionWithALawOfItsOwn() throws IOException {
    Addition addition =
        new Addition()
            .create(ISA + "Rectify.java", text("Rectify.java"))
            .replace(ISA + "Instruction.java", "permits NcMatmul,", "permits NcMatmul, Rectify,")
            .after(
                ISA + "CostModel.java",
                "public interface CostModel {",
                "  Cost rectify(Rectify instruction);\n\n")
            .after(
                ISA + "Datapath.java",
                "public interface Datapath {",
                "  void rectify(Rectify instruction);\n\n")
            .after(
                COST + "NeuronCoreCost.java",
                "public final class NeuronCoreCost implements CostModel {",
                """
                  @Override
                  public Cost rectify(trn2sim.hw.isa.Rectify instruction) {
                    return new Cost.Fixed(7_000_000, 7_000_000, -1);
                  }

                """)
            .after(
                KERNELS + "functional/CoreDatapath.java",
                "final class CoreDatapath implements Datapath {",
                """
                  @Override
                  public void rectify(trn2sim.hw.isa.Rectify i) {
                    Tile src = operands.read(i.src());
                    operands.write(i.dst(), dst -> math.scalar(BinaryOp.MAX, src, 0, dst));
                  }

                """)
            .after(
                KERNELS + "nki/ElementRules.java",
                "  void addTo(Map<String, Consumer<Call>> rules) {",
                """
                    rules.put(
                        "rectify",
                        call ->
                            script.add(
                                new trn2sim.hw.isa.Rectify(
                                    views.of(call.output()), views.of(call.input(0)))));
                """);
    assertComputes("rectify", 7, addition);
    assertNamed("Adding an instruction with a law of its own", addition);
  }

  /** Runs a recorded kernel with it: refused without the addition, timed and right with it. */
  private void assertComputes(String op, double busyUs, Addition addition) throws IOException {
    Path scenario = Streams.onOneInput(scratch, op, "vector", "relu(a)");
    String before = Program.unchanged().say("run", "--json", scenario);
    assertTrue(before.startsWith("2\n") && before.contains(op), before);
    String said = addition.build(scratch).say("run", "--json", "--mode", "both", scenario);
    assertTrue(said.startsWith("0\n") && said.contains("\"passed\": true"), said);
    assertEquals(busyUs, figure(VECTOR, said), 1e-6);
  }

  @Test
  void aKernel() throws IOException {
    Addition addition =
        new Addition()
            .create(KERNELS + "micro/Echo.java", text("Echo.java"))
            .replace(
                KERNELS + "Kernels.java",
                "new MicroMatmul(),",
                "new MicroMatmul(), new trn2sim.kernels.micro.Echo(),");
    Path scenario = scratch.resolve("echo.yaml");
    Files.writeString(scenario, "kernel: echo\nshape: { N: 512 }\ndtype: bf16\n");
    String before = Program.unchanged().say("run", "--json", scenario);
    assertTrue(before.startsWith("2\n") && before.contains("echo"), before);
    Program program = addition.build(scratch);
    assertTrue(program.say("kernels", "echo").contains("copies a matrix through SBUF"));
    String said = program.say("run", "--json", "--mode", "both", scenario);
    assertTrue(said.startsWith("0\n") && said.contains("\"passed\": true"), said);
    assertNamed("Adding a kernel", addition);
  }

  @Test
  void aParameter() throws IOException {
    String leaf =
        """
          wake_up:              { value: 100 ns, low: 80 ns, high: 120 ns, range: "convention: +-20 %", source: isa-costs, confidence: assumed }
        """;
    Addition addition =
        new Addition()
            .after(DEVICES + "trn2.yaml", "gpsimd_engine:", leaf)
            .after(DEVICES + "trn3.yaml", "gpsimd_engine:", leaf)
            .replace(
                SPEC + "GpsimdSpec.java",
                "double fastModeStall) {",
                "double fastModeStall, long wakeUpPs) {")
            .replace(
                SPEC + "GpsimdSpec.java",
                "gpsimd.number(\"fast_mode_stall\", 0, 1));",
                "gpsimd.number(\"fast_mode_stall\", 0, 1), gpsimd.ps(\"wake_up\"));")
            .after(
                COST + "NeuronCoreCost.java",
                "    double elements = gpsimdElements(instruction);",
                "    elements += gpsimd.wakeUpPs() * gpsimd.clock().hertz() / 1e12;\n");
    Path scenario = Streams.withoutInput(scratch, "iota", "gpsimd");
    Program program = addition.build(scratch);
    assertTrue(program.say("devices", "trn2").contains("gpsimd_engine.wake_up"));
    String key = "overrides.gpsimd_engine.wake_up=";
    double none = figure(TOTAL, program.say("run", "--json", scenario, "--set", key + "0ns"));
    double some = figure(TOTAL, program.say("run", "--json", scenario, "--set", key + "300ns"));
    assertEquals(0.3, some - none, 1e-6);
    assertEquals(none, figure(TOTAL, Program.unchanged().say("run", "--json", scenario)));
    assertNamed("Adding a parameter", addition);
  }

  @Test
  void aChart() throws IOException {
    Addition addition =
        new Addition()
            .create(CHARTS + "InstructionsChart.java", text("InstructionsChart.java"))
            .replace(
                CHARTS + "Charts.java",
                "new TimelineChart(),",
                "new TimelineChart(), new InstructionsChart(),");
    Path scenario = Streams.withoutInput(scratch, "iota", "gpsimd");
    Path out = scratch.resolve("out");
    String said = addition.build(scratch).say("run", scenario, "--out", out);
    assertTrue(said.startsWith("0\n"), said);
    assertTrue(Files.size(out.resolve("instructions.png")) > 1000);
    assertNamed("Adding a chart", addition);
  }
}
