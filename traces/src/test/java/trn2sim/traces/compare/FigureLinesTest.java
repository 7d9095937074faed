package trn2sim.traces.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trn2sim.kernels.Kernels;
import trn2sim.traces.Runs;
import trn2sim.traces.compare.RunComparison.Line;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;

class FigureLinesTest {
  private static final String RING =
      "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 1024 }\n"
          + "ranks: { tp: 4, lnc: 2 }\nrun: { mode: timing }\n";

  private static Map<String, Double> figures(String... names) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String name : names) {
      figures.put(name, 1.0);
    }
    return figures;
  }

  @Test
  void whatOnlyTheSecondHasStandsAmongTheOthers() {
    List<Line> lines =
        FigureLines.joined(
            "g", figures("p", "q", "r"), figures("0", "p", "1", "r", "2"), n -> true);
    assertEquals(List.of("0", "p", "1", "q", "r", "2"), lines.stream().map(Line::name).toList());
    assertEquals(Optional.of(0.0), lines.get(0).a());
    assertEquals("new", lines.get(0).against());
    assertEquals("-100.0 %", lines.get(3).against());
    Line absent = FigureLines.joined("g", figures("p"), figures(), n -> false).get(0);
    assertEquals(Optional.empty(), absent.b());
  }

  @Test
  void figuresThatVanishAreZero() {
    Findings ring = Findings.of(Runs.run(RING));
    Findings alone = Findings.of(Runs.run(Runs.SMALL));
    RunComparison comparison = RunComparison.of(ring, alone);
    Line link = comparison.line("Link").orElseThrow();
    assertEquals(Optional.of(0.0), link.b());
    assertEquals("-100.0 %", link.against());
    List<Line> path =
        comparison.lines().stream().filter(line -> line.group().startsWith("critical")).toList();
    for (int i = 1; i < path.size(); i++) {
      assertTrue(larger(path.get(i - 1)) >= larger(path.get(i)), path.toString());
    }
    Line tensor = comparison.line("Tensor: link").orElse(comparison.line("Tensor: dma").get());
    assertTrue(tensor.a().isPresent() && tensor.b().isPresent(), tensor.toString());
  }

  private static double larger(Line line) {
    return Math.max(line.a().orElseThrow(), line.b().orElseThrow());
  }

  @Test
  void ofDifferentWorkTheRateLeads() {
    Findings small = Findings.of(Runs.run(Runs.SMALL));
    Findings large = Findings.of(Runs.run(Runs.SMALL.replace("N: 512", "N: 2048")));
    String finding = RunComparison.of(small, large).finding();
    assertTrue(finding.matches("Different work, B at [0-9.]+ times the rate: .*"), finding);
    String one = " test [0-9.e+]+ operations in [0-9.]+ us, [0-9.]+ TFLOPS";
    assertTrue(finding.matches(".*: A" + one + "; B" + one), finding);
    assertTrue(RunComparison.of(small, small).finding().startsWith("A test and B test take"));
  }

  /** Nobody is called faster who does something else. */
  @Test
  void withoutOperationsOfDifferentWorkNobodyIsFaster() {
    String finding = RunComparison.of(gather(128), gather(256)).finding();
    String times = "A sb2sb-tp8 [0-9.]+ us, B sb2sb-tp8 [0-9.]+ us";
    assertTrue(
        finding.matches("Different work, whose times say nothing of speed: " + times), finding);
  }

  private static Findings gather(int width) {
    List<Assignment> set =
        Stream.of("run.mode=timing", "shape.W=" + width).map(Assignment::parse).toList();
    Path file = Path.of("..", "scenarios", "sb2sb-tp8.yaml");
    return Findings.of(
        ScenarioRunner.standard().runOnce(new ScenarioLoader(Kernels.ALL).load(file, set)));
  }

  @Test
  void asManyOperationsOfOtherShapesAreCompared() {
    Findings wide = Findings.of(Runs.run(Runs.SMALL));
    Findings typed = Findings.of(Runs.run(Runs.SMALL + "dtype: fp32\n"));
    String finding = RunComparison.of(wide, typed).finding();
    assertTrue(finding.startsWith("A is "), finding);
    assertTrue(finding.endsWith("; as many operations, of other shapes, types or ranks"), finding);
  }
}
