package trn2sim.traces.cancel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trn2sim.core.sim.EventListKind;
import trn2sim.traces.Runs;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.ScenarioRunner;

/** A simulation can be ended wherever it is, by an interrupt. */
class CancellationTest {
  private static final String FUSED =
      "kernel: allgather_compute_matmul\nshape: { m: 256, K: 2048, N: 4096 }\n"
          + "ranks: { tp: 8, lnc: 2 }\n";

  /** From the first method of a phase to its name. */
  private static final Map<String, String> PHASES =
      Map.of(
          "ScenarioLoader.read", "loading",
          "AllGatherComputeMatmul.launch", "script",
          "Compiler.compile", "scheduling",
          "Assembler.assemble", "assembly",
          "Runner.run", "run",
          "Findings.of", "analysis");

  /** One view, and all that is found out from it. */
  private static void simulate() {
    ResultJson.of(Findings.of(runner().runOnce(Runs.scenario(FUSED))));
  }

  private static ScenarioRunner runner() {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 1);
  }

  private static Optional<String> phase(CancellationException end) {
    return Arrays.stream(end.getStackTrace())
        .map(call -> call.getClassName().replaceFirst(".*\\.", "") + "." + call.getMethodName())
        .flatMap(call -> Stream.ofNullable(PHASES.get(call)))
        .findFirst();
  }

  /** What only a first run does, such as loading classes, is no work of a simulation. */
  @BeforeAll
  static void first() {
    simulate();
  }

  @Test
  void asksOftenEnough() {
    AskingThread whole = AskingThread.run(CancellationTest::simulate, Long.MAX_VALUE);
    assertFalse(whole.end().isPresent());
    assertTrue(whole.widestPart() <= 0.05, "widest gap " + whole.widestPart());
  }

  @Test
  void everyPhaseEndsAtOnce() {
    long all = AskingThread.run(CancellationTest::simulate, Long.MAX_VALUE).asked();
    TreeSet<String> seen = new TreeSet<>();
    // Loading and the script ask less often than the run, and come first.
    for (long answers = 0; answers < all; answers += 1 + answers / 12) {
      AskingThread cut = AskingThread.run(CancellationTest::simulate, answers);
      assertTrue(cut.end().isPresent(), "ended after " + answers + " of " + all);
      assertTrue(cut.asked() <= answers + 2, cut.asked() + " questions, " + answers + " answers");
      phase(cut.end().get()).ifPresent(seen::add);
    }
    assertEquals(new TreeSet<>(PHASES.values()), seen);
  }

  @Test
  void viewsSideBySideEndWithTheirOwner() {
    Runnable one = () -> runner().runOnce(Runs.scenario(FUSED));
    Runnable all = () -> runner().run(Runs.scenario(FUSED));
    long answers = AskingThread.run(one, Long.MAX_VALUE).asked() + 1000;
    long views = AskingThread.run(all, Long.MAX_VALUE).asked() - answers;
    AskingThread cut = AskingThread.run(all, answers);
    assertTrue(cut.end().isPresent());
    assertTrue(cut.asked() <= answers + views / 20, cut.asked() + " of " + (answers + views));
  }
}
