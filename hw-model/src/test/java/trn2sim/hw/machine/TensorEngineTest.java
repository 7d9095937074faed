package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import trn2sim.core.program.Placement;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.spec.DeviceParameters;

/** Exact times of passes; figures in nanoseconds are those of public profiles. */
class TensorEngineTest {
  private static final Cost.Array BF16_512 = new Cost.Array(1, 512, 32, 1);
  private static final long WEIGHTS_PS = 82_700 + 13_334;

  private final TensorEngine engine =
      new TensorEngine(DeviceParameters.load("trn2").neuron().tensor(), Slowdown.NONE);
  private final Placement placement = new Placement();

  private void assertPlaced(long start, long free, long done) {
    assertEquals(start, placement.startPs);
    assertEquals(free, placement.freePs);
    assertEquals(done, placement.donePs);
  }

  /** Weights 96 ns; issue 427 ns and result after 631 ns at half rate. */
  @Test
  void theFirstMatmulWaitsForItsWeights() {
    engine.place(BF16_512, 0, 0, placement);
    assertPlaced(WEIGHTS_PS, WEIGHTS_PS + 426_667, WEIGHTS_PS + 426_667 + 121_600 + 83_334);
  }

  /** The next weights load behind the current pass. */
  @Test
  void laterWeightsAreHidden() {
    engine.place(BF16_512, 0, 0, placement);
    engine.place(BF16_512, placement.freePs, 0, placement);
    assertEquals(WEIGHTS_PS + 426_667, placement.startPs);
  }

  /** A short pass cannot hide the 128 cycles of fp32 weights behind 64 slow ones. */
  @Test
  void aShortPassWaitsForTheWeightsBehindIt() {
    Cost.Array small = new Cost.Array(1, 16, 128, 1);
    engine.place(small, 0, 0, placement);
    long first = placement.startPs;
    engine.place(small, placement.freePs, 0, placement);
    assertEquals(first + 53_334, placement.startPs);
  }

  @Test
  void lateInputsDelayTheWeights() {
    engine.place(BF16_512, 0, 0, placement);
    engine.place(BF16_512, 2_000_000, 2_000_000, placement);
    assertEquals(2_000_000 + WEIGHTS_PS, placement.startPs);
  }

  /** Issue 215.8 ns, result after 379.1 ns. */
  @Test
  void atFullRate() {
    long at = 0;
    for (int i = 0; i < 20; i++) {
      engine.place(BF16_512, at, 0, placement);
      at = placement.freePs;
    }
    assertEquals(215_834, placement.freePs - placement.startPs);
    assertEquals(379_101, placement.donePs - placement.startPs);
  }

  /** 428.5 ns per pass at full rate, 853.3 ns at half rate. */
  @Test
  void fp32TakesTwoPassesOfTwoCyclesPerRow() {
    Cost.Array fp32 = new Cost.Array(2, 1024, 128, 1);
    engine.place(fp32, 0, 0, placement);
    assertEquals(2 * 853_334, placement.freePs - placement.startPs);
    long at = placement.freePs;
    for (int i = 0; i < 10; i++) {
      engine.place(fp32, at, 0, placement);
      at = placement.freePs;
    }
    assertEquals(2 * 429_167, placement.freePs - placement.startPs);
    assertEquals(2 * 429_167 + 121_600 + 41_667, placement.donePs - placement.startPs);
  }
}
