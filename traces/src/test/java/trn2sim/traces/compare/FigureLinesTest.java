package trn2sim.traces.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.traces.Runs;
import trn2sim.traces.compare.RunComparison.Line;
import trn2sim.traces.findings.Findings;

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
    assertTrue(finding.matches(".* A test [0-9.]+ TFLOPS, [0-9.]+ us; B test .*"), finding);
    assertTrue(RunComparison.of(small, small).finding().startsWith("A test and B test take"));
  }
}
