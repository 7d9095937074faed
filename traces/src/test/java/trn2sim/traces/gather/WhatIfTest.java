package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.json.Json;
import trn2sim.core.sim.Estimate;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;

/** Machines that are not as they should be. */
class WhatIfTest {
  private static final String ONE_CHIP = GatherRuns.fgcc("m: 256, K: 512, N: 512", 4, 2, "");
  private static final String FOUR_CHIPS = GatherRuns.fgcc("m: 16, K: 128, N: 64", 16, 2, "");

  private static long time(String text) {
    return GatherRuns.once(text).timeline().endPs();
  }

  @Test
  void aSlowCoreHoldsUpTheRing() {
    long usual = time(ONE_CHIP);
    long slow = time(ONE_CHIP + "what_if: { straggler: { core: 3, factor: 2 } }\n");
    assertTrue(slow > usual * 1.15 && slow < usual * 2, usual + " -> " + slow);
    assertEquals(usual, time(ONE_CHIP + "what_if: { straggler: { core: 3, factor: 1 } }\n"));
  }

  @Test
  void everyEngineOfASlowCoreTakesThatMuchLonger() {
    String matmul = "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\noptions: { ";
    String tiled = matmul + "schedule: tiled }\n";
    RunResult usual = GatherRuns.once(tiled);
    RunResult slow = GatherRuns.once(tiled + "what_if: { straggler: { core: 0, factor: 3 } }\n");
    for (int task = 0; task < usual.processes().get(0).program().size(); task++) {
      long before = occupied(usual, task);
      assertEquals(3 * before, occupied(slow, task), before * 0.01 + 3);
    }
  }

  private static long occupied(RunResult run, int task) {
    var process = run.processes().get(0);
    return process.freePs(task) - process.startPs(task);
  }

  @Test
  void aRingIsLaidRoundALostLink() {
    RunResult usual = GatherRuns.once(FOUR_CHIPS);
    RunResult detour = GatherRuns.once(FOUR_CHIPS + "what_if: { lost_links: [chip0.X+] }\n");
    assertTrue(names(usual).contains("Chip[0].Link[X+]"));
    assertFalse(names(detour).contains("Chip[0].Link[X+]"));
    assertTrue(detour.timeline().endPs() >= usual.timeline().endPs());
    RunResult checked =
        GatherRuns.once(
            FOUR_CHIPS
                + "what_if: { lost_links: [chip0.X+] }\nrun: { mode: both, data: integers }\n");
    assertTrue(checked.passed());
  }

  private static List<String> names(RunResult run) {
    return run.traffic().links().stream().map(Traffic::name).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lost_links: [chip16.X+] | test.yaml:5 what_if.lost_links: found chip16.X+, expected a link"
            + " of trn2.48xlarge, chip0.X+ to chip15.Y-",
        "lost_links: [chip3.Z+] | test.yaml:5 what_if.lost_links: found chip3.Z+, expected a link"
            + " of trn2.48xlarge, chip0.X+ to chip15.Y-",
        "lost_links: [3.X] | test.yaml:5 what_if.lost_links[0]: found \"3.X\", expected a link such"
            + " as chip0.X+, chip3.Y- or chip1.Z+",
        "straggler: { core: 32, factor: 2 } | test.yaml:5 what_if.straggler.core: found 32,"
            + " expected a core that takes part, 0 to 31",
        "replications: 5 | test.yaml:5 what_if.replications: found \"5\", expected 1, for without"
            + " dma_jitter all replications are equal",
      })
  void refusesWhatMakesNoSense(String what, String message) {
    RuntimeException e =
        assertThrows(
            RuntimeException.class,
            () -> GatherRuns.once(FOUR_CHIPS + "what_if: { " + what + " }\n"));
    assertEquals(message, e.getMessage());
  }

  @Test
  void aGroupWithoutARingIsRefused() {
    String lost = "what_if: { lost_links: [chip0.X+, chip0.X-] }\n";
    RuntimeException e =
        assertThrows(RuntimeException.class, () -> GatherRuns.once(FOUR_CHIPS + lost));
    assertEquals(
        "test.yaml:3 ranks.tp: found 16 ranks that form no ring (chip 0 of the"
            + " group has usable links only to chips [] and from chips [1, 3] (lost links:"
            + " [chip0.X+, chip0.X-])), expected a group that does, nearest sizes: [4, 22]",
        e.getMessage());
  }

  @Test
  void anAllGatherOfTheSameGroupIsRouted() {
    String text = GatherRuns.text("allgather_sb2sb", "H: 32, W: 64", 16, 2, "");
    String lost = "what_if: { lost_links: [chip0.X+, chip0.X-] }\n";
    RunResult result = GatherRuns.once(text + lost + "run: { mode: both, data: integers }\n");
    assertTrue(result.passed());
    assertFalse(names(result).contains("Chip[0].Link[X+]"));
  }

  @Test
  void lostLinksOfAKernelWithoutLinksAreRefused() {
    String text = "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\n";
    RuntimeException e =
        assertThrows(
            RuntimeException.class,
            () -> GatherRuns.once(text + "what_if: { lost_links: [chip0.X+] }\n"));
    assertEquals(
        "test.yaml:3 what_if.lost_links: found [chip0.X+], expected none: matmul does not communicate",
        e.getMessage());
  }

  @Test
  void aSlowerLinkSlowsTheRingOfManyChips() {
    String slow = "overrides: { link.xy_bandwidth: 4 GB/s }\n";
    assertTrue(time(FOUR_CHIPS + slow) > time(FOUR_CHIPS));
    assertEquals(time(ONE_CHIP + slow), time(ONE_CHIP));
  }

  @Test
  void noJitterChangesNothing() {
    String digest = GatherRuns.once(ONE_CHIP).timeline().digest();
    assertEquals(
        digest, GatherRuns.once(ONE_CHIP + "what_if: { dma_jitter: 0 }\n").timeline().digest());
    assertNotEquals(
        digest, GatherRuns.once(ONE_CHIP + "what_if: { dma_jitter: 0.1 }\n").timeline().digest());
  }

  @Test
  void replicationsAreRepeatable() {
    String text = ONE_CHIP + "what_if: { dma_jitter: 0.3, replications: 5 }\n";
    String first = json(text, EventListKind.SPLAY_TREE);
    assertEquals(first, json(text, EventListKind.HENRIKSEN));
    assertNotEquals(first, json(text + "run: { seed: 43 }\n", EventListKind.SPLAY_TREE));
    RunResult run = GatherRuns.run(text);
    Estimate total = run.replications().orElseThrow().totalUs();
    Estimate speedup = run.replications().orElseThrow().speedup().orElseThrow();
    assertEquals(5, total.count());
    assertTrue(total.min() < total.max() && total.halfWidth95() > 0);
    assertTrue(speedup.halfWidth95() > 0);
    double own = run.timeline().endPs() / 1e6;
    assertTrue(total.min() <= own && own <= total.max(), "the run shown is one of them");
  }

  private static String json(String text, EventListKind list) {
    RunResult result = new ScenarioRunner(list, 1).run(GatherRuns.scenario(text));
    return Json.pretty(ResultJson.of(Findings.of(result)));
  }
}
