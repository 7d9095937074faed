package trn2sim.traces.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.WaitReason;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.Runs;
import trn2sim.traces.run.RunResult;

/** What must add up in the analysis of any run. */
class AnalysisTest {
  private static final String SHAPE = "kernel: matmul\nshape: { M: 512, K: 512, N: 1024 }\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ schedule: tiled }",
        "{ schedule: tiled, buffers: 1 }",
        "{ schedule: blocked_k }",
        "{ schedule: hoisted, psum_buffers: 1 }",
        "{ schedule: blocked, dge: static }",
        "{ schedule: blocked, dge: hwdge }"
      })
  void sharesAddUp(String options) {
    requireSums(Runs.run(SHAPE + "ranks: { lnc: 2 }\noptions: " + options));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sharesOfCollectivesAddUp(boolean throughHbm) {
    RunResult result =
        Runs.run(
            "kernel: allgather_compute_matmul\nshape: { m: 256, K: 1024, N: 2048 }\n"
                + "ranks: { tp: 4 }\noptions: { force_hbm_cc: "
                + throughHbm
                + " }");
    requireSums(result);
    long exposed = Exposure.communication(result).orElseThrow();
    assertTrue(exposed > 0 && exposed < result.timeline().endPs(), "exposed " + exposed);
    boolean linked =
        CriticalPath.of(result).shares().stream()
            .anyMatch(share -> share.resource().equals("Link"));
    assertTrue(linked, "a short run waits for its neighbours");
  }

  /** Most of a ring over two chips is within a chip; what all wait for is the link between them. */
  @Test
  void dataThatOthersSendIsMovedDataToo() {
    RunResult result =
        Runs.run(
            "kernel: allgather_compute_matmul\nshape: { m: 256, K: 4096, N: 1024 }\n"
                + "ranks: { tp: 8, lnc: 2 }");
    long link = share(result, "Link");
    long least = LowerBounds.of(result).get("link");
    assertTrue(link > 0.95 * least, link + " of at least " + least);
  }

  /** The ranks of a chip move their data while others, on other chips, are not there yet. */
  @Test
  void whatOthersMoveBeforeACoreIsThereIsNotOnItsPath() {
    requireSums(
        Runs.run(
            "kernel: allgather_sb2sb_tiled\nshape: { M: 1024, K: 2048 }\n"
                + "ranks: { tp: 32, lnc: 2 }"));
  }

  /** Four gathers of a core, of which each waits for the channels of the one before. */
  @Test
  void aCollectiveThatWaitsForAnotherIsNotLatency() {
    RunResult result =
        Runs.run(
            "kernel: allgather_sb2sb_tiled\nshape: { M: 1024, K: 2048 }\n"
                + "ranks: { tp: 16, lnc: 2 }");
    requireSums(result);
    long latency = share(result, "Link.Latency");
    assertTrue(latency < result.totalPs() / 20, latency + " of " + result.totalPs());
  }

  @Test
  void aLoadThatWaitsForACollectiveIsNotToBlame() {
    RunResult result =
        Runs.run(
            "kernel: allgather_then_matmul\nshape: { m: 256, K: 1024, N: 2048 }\n"
                + "ranks: { tp: 4, lnc: 1 }");
    GapCause link = link(result);
    GapCause.Wait first = link.waits().get(0);
    Process process = result.processes().get(first.process());
    assertEquals(WaitReason.LINK, process.processor().awaitedAs(first.task()));
    long seen = process.donePs(first.task()) + process.processor().signalPs(first.task());
    assertEquals(seen, first.ps(), "nothing is multiplied before the first collective is done");
  }

  @Test
  void norIsACopyOfWhatACollectiveBrings() {
    RunResult result =
        Runs.run(
            "kernel: allgather_compute_matmul\nshape: { m: 256, K: 1024, N: 2048 }\n"
                + "ranks: { tp: 4 }");
    GapCause link = link(result);
    assertTrue(link.ps() > 0, link::toString);
    assertEquals(link.ps(), link.waits().stream().mapToLong(GapCause.Wait::ps).sum());
    for (GapCause.Wait wait : link.waits()) {
      Process process = result.processes().get(wait.process());
      assertEquals(WaitReason.LINK, process.processor().awaitedAs(wait.task()));
    }
  }

  private static long share(RunResult result, String resource) {
    return CriticalPath.of(result).shares().stream()
        .filter(share -> share.resource().equals(resource))
        .mapToLong(CriticalPath.Share::ps)
        .sum();
  }

  private static GapCause link(RunResult result) {
    return GapCauses.of(result).stream()
        .filter(cause -> cause.name().equals(GapCauses.LINK))
        .findFirst()
        .orElseThrow();
  }

  private static void requireSums(RunResult result) {
    long end = result.timeline().endPs();
    assertTrue(CriticalPath.of(result).shares().stream().allMatch(share -> share.ps() > 0));
    long path = CriticalPath.of(result).shares().stream().mapToLong(CriticalPath.Share::ps).sum();
    assertEquals(end, path, CriticalPath.of(result).shares()::toString);
    long at = 0;
    for (CriticalPath.Segment segment : CriticalPath.of(result).segments()) {
      assertEquals(at, segment.startPs(), segment::toString);
      at = segment.endPs();
    }
    for (EngineUse use : EngineUse.engines(result)) {
      long waits = use.waitsPs().values().stream().mapToLong(ps -> ps).sum();
      assertEquals(end, use.busyPs() + waits, use::toString);
    }
    LowerBounds.of(result).forEach((name, ps) -> assertTrue(ps <= end, name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bf16", "fp32"})
  void boundsAreClosedForm(String dtype) {
    RunResult result = Runs.run(SHAPE + "dtype: " + dtype);
    int slow = dtype.equals("fp32") ? 4 : 1;
    long compute = (long) Math.ceil(slow * 2.0 * 512 * 512 * 1024 / (2 * 128 * 128 * 2.4e9) * 1e12);
    long bytes = (slow == 4 ? 4 : 2) * (512L * 512 + 512 * 1024 + 512 * 1024);
    long hbm = (long) Math.ceil(bytes / 716e9 * 1e12);
    assertEquals(Map.of("compute", compute, "hbm", hbm), LowerBounds.of(result));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{ schedule: tiled }", "{ schedule: blocked_k, dge: static }"})
  void bytesAreThoseOfTheInstructions(String options) {
    Traffic.Kinds traffic = Runs.run(SHAPE + "options: " + options).traffic();
    long hbm = traffic.hbm().stream().mapToLong(Traffic::bytes).sum();
    long dma = traffic.dma().stream().mapToLong(Traffic::bytes).sum();
    assertEquals(16, traffic.dma().size());
    assertTrue(Math.abs(hbm - dma) <= 16, hbm + " and " + dma);
    assertTrue(hbm >= 2L * (512 * 512 + 2 * 512 * 1024), "less than every tensor once");
  }
}
