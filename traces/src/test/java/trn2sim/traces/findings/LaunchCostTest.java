package trn2sim.traces.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import trn2sim.core.config.SpecException;
import trn2sim.traces.Runs;
import trn2sim.traces.export.ScenarioJson;

/** A launch is shown beside the kernel and never changes its time. */
class LaunchCostTest {
  private static final long DEVICE_PS = 9_403_400;
  private static final long PROFILED_PS = 15_400_000;

  private static Times times(String run) {
    return Times.of(Runs.run(Runs.SMALL + run));
  }

  @Test
  void isAddedApart() {
    Times none = times("");
    Times device = times("run: { launch_cost: device }\n");
    assertEquals(
        Optional.of("none"), ScenarioJson.of(Runs.scenario(Runs.SMALL)).find("run.launch_cost"));
    Times profiled = times("run: { launch_cost: profiled }\n");
    assertEquals(OptionalLong.of(DEVICE_PS), none.launchPs());
    assertEquals(OptionalLong.empty(), none.withLaunchPs());
    assertEquals(OptionalLong.of(none.totalPs() + DEVICE_PS), device.withLaunchPs());
    assertEquals(OptionalLong.of(none.totalPs() + PROFILED_PS), profiled.withLaunchPs());
    assertEquals(none.totalPs(), profiled.totalPs());
  }

  @Test
  void isRefusedWhereTheHostIsPartOfTheTime() {
    String text = "kernel: ascend_gemm\ndevice: ascend-910b1\nshape: { M: 128, K: 256, N: 256 }\n";
    SpecException refused =
        assertThrows(
            SpecException.class, () -> Runs.scenario(text + "run: { launch_cost: device }\n"));
    assertTrue(refused.getMessage().contains("run.launch_cost"), refused.getMessage());
  }
}
