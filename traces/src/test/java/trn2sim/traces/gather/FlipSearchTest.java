package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.traces.Runs;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.search.Advice;
import trn2sim.traces.search.FlipSearch;

class FlipSearchTest {
  private static final String SMALL =
      GatherRuns.text("allgather_compute_matmul", "m: 256, K: 512, N: 1024", 4, 2, "");

  /** Every flip is what a run of its own says, and one step back the advice is as before. */
  @Test
  void flipsAreWhatRunsSay() {
    RunResult run = Runs.run(SMALL);
    Advice now = Advice.of(run.views().orElseThrow().speedup());
    List<FlipSearch.Flip> flips = FlipSearch.of(run).orElseThrow();
    assertTrue(!flips.isEmpty(), "none found");
    for (FlipSearch.Flip flip : flips) {
      assertNotEquals(now, flip.advice(), flip.toString());
      assertEquals(flip.speedup(), speedup(flip.key(), flip.size()), flip.toString());
    }
  }

  private static double speedup(String key, long size) {
    String name = key.replaceFirst(".*[.]", "");
    String text = SMALL.replaceFirst("\\b" + name + ": \\d+", name + ": " + size);
    return Runs.run(text).views().orElseThrow().speedup();
  }

  @Test
  void kernelsWithoutABaselineHaveNone() {
    assertEquals(Optional.empty(), FlipSearch.of(Runs.run(Runs.SMALL)));
  }
}
