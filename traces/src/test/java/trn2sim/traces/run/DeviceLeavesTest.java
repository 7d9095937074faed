package trn2sim.traces.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import org.junit.jupiter.api.Test;
import trn2sim.traces.Runs;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;

class DeviceLeavesTest {
  /** A parameter that changes nothing would be a trap; a run with collectives reads them all. */
  @Test
  void everyParameterOfTheDeviceIsRead() {
    RunResult result =
        Runs.run(
            "kernel: allgather_compute_matmul\nshape: { m: 64, K: 128, N: 512 }\n"
                + "ranks: { tp: 4 }");
    ResultJson.of(Findings.of(result));
    assertDoesNotThrow(result.scenario().device()::requireAllRead);
  }
}
