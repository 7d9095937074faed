package trn2sim.traces.export;

import org.junit.jupiter.api.Test;
import trn2sim.traces.Golden;
import trn2sim.traces.Runs;

/** Small runs in full: a change of the model shows as a difference of these files. */
class GoldenRunTest {
  private static final String BLOCKED =
      "name: blocked\nkernel: matmul\nshape: { M: 256, K: 256, N: 1024 }\n"
          + "options: { schedule: blocked, buffers: 1 }\n";

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
    Golden.check("result.json", JsonWriter.pretty(ResultJson.of(Runs.run(Runs.SMALL))));
  }
}
