package trn2sim.traces.export;

import org.junit.jupiter.api.Test;
import trn2sim.core.json.Json;
import trn2sim.traces.Golden;
import trn2sim.traces.Runs;
import trn2sim.traces.findings.Findings;

/** Small runs in full: a change of the model shows as a difference of these files. */
class GoldenRunTest {
  private static final String BLOCKED =
      "name: blocked\nkernel: matmul\nshape: { M: 256, K: 256, N: 1024 }\n"
          + "options: { schedule: blocked, buffers: 1 }\n";

  /** Left out of the file: they change with every parameter, used or not. */
  private static final String DIGEST = "\"digest\": \"[0-9a-f]{16}\"";

  @Test
  void tiledMatmul() {
    Golden.check("tiled.txt", TimelineText.of(Runs.run(Runs.SMALL), 12));
  }

  @Test
  void blockedMatmul() {
    Golden.check("blocked.txt", TimelineText.of(Runs.run(BLOCKED), 12));
  }

  @Test
  void resultOfASmallMatmul() {
    String document = Json.pretty(ResultJson.of(Findings.of(Runs.run(Runs.SMALL))));
    Golden.check("result.json", document.replaceAll(DIGEST, "\"digest\": \"(16 digits)\""));
  }
}
