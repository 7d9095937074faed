package trn2sim.traces.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.RangeVerdict;
import trn2sim.traces.findings.Span;
import trn2sim.traces.findings.Variant;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;

class RangeSearchTest {
  private static final String FGCC =
      "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 1024 }\nranks: { tp: 4 }\n";
  private static final String MATMUL = "kernel: matmul\nshape: { M: 256, K: 512, N: 512 }\n";
  private static final String GPUS =
      "device: h100x8\nkernel: helion_all_gather_matmul\nshape: { m: 256, K: 512, n: 2048 }\n"
          + "ranks: { tp: 4 }\n";
  private static final String DIES =
      "device: ascend-910b1\nkernel: ascend_allgather_gemm\nshape: { M: 512, K: 512, N: 512 }\n"
          + "ranks: { tp: 2 }\n";

  private static RunResult run(String text, List<String> settings) {
    YamlCursor top = YamlCursor.readString("test.yaml", text);
    settings.stream().map(Assignment::parse).forEach(set -> top.set(set.key(), set.value()));
    var loader = new ScenarioLoader(Kernels.ALL);
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 1)
        .run(loader.read(top, "test.yaml", "test", Optional.empty()));
  }

  private static Range range(String text) {
    return RangeSearch.of(run(text, List.of()), () -> {});
  }

  @TestFactory
  Stream<DynamicTest> bothEndsCanBeHadAgain() {
    return Stream.of(FGCC, MATMUL, GPUS, DIES)
        .map(text -> DynamicTest.dynamicTest(text, () -> checkEnds(text)));
  }

  private static void checkEnds(String text) {
    Range range = range(text);
    Stream<Variant> together = Stream.concat(range.best().stream(), range.worst().stream());
    for (Variant end : Stream.concat(Stream.of(range.low(), range.high()), together).toList()) {
      assertEquals(end.timing(), run(text, end.settings()).timing(), end.words());
    }
    assertTrue(range.low().totalPs() < range.high().totalPs(), "something is uncertain");
    assertTrue(range.effort().simulations() <= range.effort().most());
    assertTrue(range.spans().stream().allMatch(s -> s.variants().contains(range.asIs())));
  }

  /** Several tests look at the same one. */
  private static final class Fused {
    static final Range RANGE = range(FGCC);
  }

  @Test
  void everySpanIsWithinTheRangeAndTheWidestComesFirst() {
    Range range = Fused.RANGE;
    long width = Long.MAX_VALUE;
    for (Span span : range.spans()) {
      assertTrue(span.low().totalPs() >= range.low().totalPs(), span.what());
      assertTrue(span.high().totalPs() <= range.high().totalPs(), span.what());
      assertTrue(span.widthPs() <= width, span.what());
      width = span.widthPs();
    }
  }

  @Test
  void isTheSameEveryTime() {
    assertEquals(Fused.RANGE, range(FGCC));
  }

  @Test
  void whatTheScenarioSetsIsTakenAsItIs() {
    String name = "cc.core_bandwidth_lnc2";
    assertTrue(names(Fused.RANGE).contains(name));
    Range given = range(FGCC + "overrides: { " + name + ": 80 GB/s }\n");
    assertFalse(names(given).contains(name));
    assertFalse(given.low().words().contains(name));
  }

  @Test
  void readsOnlyWhatTheRunUses() {
    Range range = range(MATMUL);
    Set<String> names = triedParameters(range);
    assertTrue(names(range).contains("instruction order"));
    assertTrue(names.contains("hbm.stack_efficiency"));
    assertTrue(names.contains("dma.dge_read_bandwidth"), "loads are made at run time");
    assertTrue(names.stream().noneMatch(name -> name.startsWith("cc.")), "nobody communicates");
    assertFalse(names.contains("dma.static.ring_fetch"), "no ring");
    assertFalse(names.contains("scalar_engine.startup.activation_psum"), "no activation");
  }

  /** A run on its own has 25 simulations, fewer than its parameters have ends. */
  @Test
  void triesAtOnceWhatThereIsNoRoomForAlone() {
    Range range = range(MATMUL);
    Span rest =
        range.spans().stream().filter(s -> s.what().endsWith(" at once")).findFirst().orElseThrow();
    List<Integer> sizes = rest.variants().stream().map(v -> v.settings().size()).toList();
    assertEquals(0, sizes.get(0), "the run as it is");
    assertTrue(sizes.size() == 3 && sizes.get(1) > 1 && sizes.get(2) > 1, sizes.toString());
    assertTrue(rest.widthPs() > 0, "what is known best does not cost nothing");
    assertEquals(range.effort().parameters(), triedParameters(range).size());
  }

  @Test
  void triesDescriptorsBuiltBeforehandWhereNobodyChooses() {
    Span span = span(range(MATMUL), "DMA descriptors");
    List<String> tried = span.variants().stream().map(Variant::words).toList();
    assertEquals(List.of("as it is", "options.dge=static"), tried);
    assertTrue(span.widthPs() > 0);
    Range given = range(MATMUL + "options: { dge: swdge }\n");
    assertFalse(names(given).contains("DMA descriptors"), "the scenario says");
  }

  @Test
  void saysWhetherTheAdviceHoldsForTheWholeCapOfCollectives() {
    Range range = Fused.RANGE;
    RangeVerdict verdict = range.verdict().orElseThrow();
    Span cap = span(range, "cc.core_bandwidth_lnc2");
    assertEquals("60 GB/s to 217 GB/s", cap.values());
    assertTrue(cap.variants().size() >= 3, "as it is and both ends");
    assertEquals(verdict.others().isEmpty(), verdict.holds());
    String expected = verdict.holds() ? " holds over the whole range: " : " does not hold over ";
    assertTrue(verdict.sentence().contains(expected), verdict.sentence());
    assertTrue(
        cap.variants().stream()
            .allMatch(
                v ->
                    v.speedup().orElseThrow() >= verdict.least().speedup().orElseThrow()
                        && v.speedup().orElseThrow() <= verdict.most().speedup().orElseThrow()));
  }

  @Test
  void runsWithoutABaselineHaveNoAdvice() {
    assertEquals(Optional.empty(), range(MATMUL).verdict());
  }

  private static Span span(Range range, String name) {
    return range.spans().stream().filter(s -> s.what().equals(name)).findFirst().orElseThrow();
  }

  private static Set<String> triedParameters(Range range) {
    return range.spans().stream()
        .flatMap(span -> span.variants().stream())
        .flatMap(variant -> variant.settings().stream())
        .filter(setting -> setting.startsWith("overrides."))
        .map(setting -> setting.substring("overrides.".length(), setting.indexOf('=')))
        .collect(Collectors.toSet());
  }

  private static List<String> names(Range range) {
    return range.spans().stream().map(Span::what).toList();
  }
}
