package trn2sim.traces.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.json.Json;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.Kernels;
import trn2sim.traces.analysis.IntervalSet;
import trn2sim.traces.analysis.IntervalSet.Interval;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.CommunicationTime.Core;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

class CommunicationTimeTest {
  private static RunResult run(String text) {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 1)
        .runOnce(
            new ScenarioLoader(Kernels.ALL)
                .read(YamlCursor.readString("t", text), "t", "t", Optional.empty()));
  }

  private static IntervalSet at(long... bounds) {
    IntervalSet set = IntervalSet.EMPTY;
    for (int i = 0; i < bounds.length; i += 2) {
      set = set.union(IntervalSet.of(List.of(new Interval(bounds[i], bounds[i + 1]))));
    }
    return set;
  }

  @Test
  void aRankIsTheMeanOfItsCores() {
    // Core 0: 100 in flight, 60 hidden; core 1: 50 in flight, 10 hidden.
    List<Core> cores =
        List.of(
            new Core(0, at(0, 80, 100, 120), at(0, 50, 110, 200)),
            new Core(0, at(0, 50), at(40, 90)));
    assertEquals(Optional.of(new CommunicationTime(75, 35)), CommunicationTime.of(cores));
    assertEquals(40, new CommunicationTime(75, 35).exposedPs());
    assertEquals(35.0 / 75, new CommunicationTime(75, 35).hidden());
  }

  @Test
  void theRankWithMostExposedIsShown() {
    List<Core> cores =
        List.of(
            new Core(0, at(0, 100), at(0, 100)),
            new Core(1, at(0, 30), at(0, 10)),
            new Core(2, at(0, 200), at(0, 190)));
    assertEquals(Optional.of(new CommunicationTime(30, 10)), CommunicationTime.of(cores));
  }

  @Test
  void nothingInFlightIsNothing() {
    List<Core> cores = List.of(new Core(0, IntervalSet.EMPTY, at(0, 10)));
    assertEquals(Optional.empty(), CommunicationTime.of(cores));
    RunResult matmul = run("kernel: matmul\nshape: { M: 256, K: 256, N: 512 }\n");
    assertEquals(Optional.empty(), CommunicationTime.of(matmul));
    assertEquals(Optional.of(Json.NULL), ResultJson.of(Findings.of(matmul)).find("communication"));
  }

  /**
   * Two sends, each its fixed time and its bytes at the channel's rate (see MicroCollectiveTest).
   */
  @ParameterizedTest
  @CsvSource({
    "same_die,  hbm,  1100000, 104.4",
    "same_die,  sbuf,  700000, 104.4",
    "cross_die, sbuf,  850000,  97.0",
    "next_chip, hbm,  1650000,  97.0",
  })
  void sendsAreInFlightForAsLongAsTheyTake(
      String distance, String memory, long fixedPs, double gbps) {
    long small = (long) Math.ceil(1024 * 1e3 / gbps);
    long large = (long) Math.ceil((1 << 20) * 1e3 / gbps);
    CommunicationTime expected = new CommunicationTime(2 * fixedPs + small + large, 0);
    String send =
        "kernel: micro_permute\nshape: { bytes: 1048576, small_bytes: 1024 }\n"
            + ("options: { distance: " + distance + ", memory: " + memory + " }\n");
    RunResult even = run(send);
    assertEquals(Optional.of(expected), CommunicationTime.of(even));
    // Its partner waits for a core that comes late, and nothing is in flight meanwhile.
    RunResult late = run(send + "what_if: { straggler: { core: 0, factor: 64 } }\n");
    assertTrue(late.totalPs() > even.totalPs());
    assertEquals(Optional.of(expected), CommunicationTime.of(late));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel: allgather_compute_matmul\nshape: { m: 1024, K: 1024, N: 2048 }\n"
            + "ranks: { tp: 4 }",
        "kernel: allgather_then_matmul\nshape: { m: 128, K: 256, N: 512 }\nranks: { tp: 4 }",
        "kernel: allgather_sb2sb\nshape: { H: 96, W: 128 }\nranks: { tp: 16, lnc: 1 }",
        "device: h100x8\nkernel: helion_all_gather_matmul\nshape: { m: 256, K: 512, n: 2048 }\n"
            + "ranks: { tp: 4 }",
        "device: ascend-910b1\nkernel: ascend_allgather_gemm\n"
            + "shape: { M: 1024, K: 1024, N: 512 }\nranks: { tp: 2 }"
      })
  void partsAddUpAndFitIntoTheRun(String text) {
    RunResult run = run(text);
    CommunicationTime time = CommunicationTime.of(run).orElseThrow();
    assertTrue(time.inFlightPs() > 0 && time.inFlightPs() <= run.timeline().endPs());
    assertTrue(time.hiddenPs() >= 0 && time.exposedPs() >= 0, time::toString);
    boolean multiplies = run.work().flopsPerRank() > 0;
    boolean gathersFirst = text.contains("then_matmul");
    assertEquals(multiplies && !gathersFirst, time.hidden() > 0, time::toString);
  }
}
