package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.timeline.Track;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.View;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.SideRuns;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.search.LineSearch;

/** What a kernel takes if one of its lines takes no time. */
class FreeLinesTest {
  private static final String CHAIN =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      @nki.jit
      def chain(x):
          out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
          tile = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf)
          nisa.dma_copy(dst=tile, src=x)
          nisa.activation(dst=tile, op=nl.exp, data=tile)
          nisa.dma_copy(dst=out, src=tile)
          return out
      """;

  private static final String SCENARIO =
      "kernel: { nki: k.py, function: chain, args: { x: { shape: [128, 512], dtype: fp32 } } }\n";

  @TempDir private Path folder;
  private RunResult run;

  @BeforeEach
  void run() throws IOException {
    KernelFile.write(folder, CHAIN);
    run = KernelFile.run(folder, SCENARIO);
  }

  @Test
  void withoutTheLastLineTheKernelEndsWhereItBegan() {
    Track issues = issues();
    long begins = issues.startPs(issues.size() - 1);
    LineSearch.FreeLine store = without("k.py:11");
    assertEquals(begins, store.ps());
    assertEquals(List.of("dma_copy"), store.opcodes());
    assertEquals(1 - (double) begins / run.totalPs(), store.gain(), 1e-12);
    assertTrue(store.matters());
  }

  @Test
  void linesAreSortedByWhatTheyGainAndUnknownOnesAreLeftOut() {
    List<LineSearch.FreeLine> all =
        LineSearch.of(run, List.of("k.py:1", "k.py:9", "k.py:10", "k.py:11")).orElseThrow();
    assertEquals(3, all.size());
    assertTrue(
        IntStream.range(1, 3).allMatch(i -> all.get(i - 1).ps() <= all.get(i).ps()), all::toString);
    assertTrue(all.stream().allMatch(line -> line.ps() < run.totalPs()), all::toString);
  }

  @Test
  void theStoryNamesThemAndTheirGain() {
    Findings findings = Findings.of(run, SideRuns.of(run, Optional.empty()));
    String story = findings.story().lines().orElseThrow();
    LineSearch.FreeLine best = findings.sideRuns().lines().orElseThrow().get(0);
    assertTrue(story.startsWith("Worth a change: " + best.place() + " ("), story);
    assertEquals(best.ps(), findings.freeLines().get(best.place()));
    assertFalse(findings.freeLines().containsKey("k.py:1"));
  }

  @Test
  void aFreeCollectiveIsOneThatMovesDataAtOnce() {
    Path ring = Path.of("..", "scenarios", "nki", "ring.yaml");
    RunResult exchanged =
        ScenarioRunner.standard()
            .run(
                new ScenarioLoader(Kernels.ALL)
                    .load(ring, List.of(Assignment.parse("shape.K=256"))));
    List<String> places = Findings.of(exchanged).criticalLines().keySet().stream().toList();
    LineSearch.FreeLine permute =
        LineSearch.of(exchanged, places).orElseThrow().stream()
            .filter(line -> line.opcodes().contains("collective_permute_implicit"))
            .findFirst()
            .orElseThrow();
    assertEquals(exchanged.views().orElseThrow().ps(View.COMPUTE_ONLY), permute.ps());
  }

  private LineSearch.FreeLine without(String place) {
    return LineSearch.of(run, List.of(place)).orElseThrow().get(0);
  }

  /** The row of the engine that issues the store. */
  private Track issues() {
    return run.timeline().tracks().stream()
        .filter(track -> track.name().endsWith(".Gpsimd"))
        .findFirst()
        .orElseThrow();
  }
}
