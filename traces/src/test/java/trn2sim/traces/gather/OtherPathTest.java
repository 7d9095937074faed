package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.traces.Runs;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.search.OtherPath;

class OtherPathTest {
  private static RunResult run(String shape, String options) {
    return GatherRuns.once(GatherRuns.text("allgather_compute_matmul", shape, 4, 2, options));
  }

  /** Each path says of the other what that one says of itself. */
  @Test
  void theOtherWayIsWhatARunOfItTakes() {
    String shape = "m: 256, K: 512, N: 1024";
    RunResult sbuf = run(shape, "");
    RunResult hbm = run(shape, "force_hbm_cc: true");
    OtherPath fromSbuf = OtherPath.of(sbuf.scenario()).orElseThrow();
    OtherPath fromHbm = OtherPath.of(hbm.scenario()).orElseThrow();
    assertEquals("HBM", fromSbuf.rule());
    assertEquals(hbm.totalPs(), fromSbuf.totalPs().getAsLong());
    assertEquals("SBUF", fromHbm.rule());
    assertEquals(sbuf.totalPs(), fromHbm.totalPs().getAsLong());
  }

  @Test
  void whatTheRuleForbidsIsNotRun() {
    OtherPath other = OtherPath.of(run("m: 1024, K: 24576, N: 2048", "").scenario()).orElseThrow();
    assertEquals("SBUF", other.rule());
    assertTrue(other.totalPs().isEmpty());
    assertTrue(other.refusal().endsWith("lhs does not fit"), other.refusal());
  }

  @Test
  void kernelsWithoutAChoiceHaveNoOtherWay() {
    assertEquals(Optional.empty(), OtherPath.of(Runs.run(Runs.SMALL).scenario()));
  }
}
