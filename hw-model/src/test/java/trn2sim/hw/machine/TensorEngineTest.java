package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import trn2sim.core.program.Placement;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.spec.DeviceParameters;

/** Exact times of passes; figures in nanoseconds are those of public profiles. */
class TensorEngineTest {
  private static final Cost.Array BF16_512 = new Cost.Array(1, 512, 32, 1);
  private static final long WEIGHTS_PS = 41_000 + 41_667 + 13_334;
  private static final long SLOW_WEIGHTS_PS = 41_000 + 83_334 + 26_667;

  private final TensorEngine engine =
      new TensorEngine(DeviceParameters.load("trn2").neuron().tensor(), Slowdown.NONE);
  private final Placement placement = new Placement();

  private void assertPlaced(long start, long free, long done) {
    assertEquals(start, placement.startPs);
    assertEquals(free, placement.freePs);
    assertEquals(done, placement.donePs);
  }

  /** Issue 427 ns and result after 631 ns at half rate. */
  @Test
  void theFirstMatmulWaitsForItsWeights() {
    engine.place(BF16_512, 0, 0, placement);
    long free = SLOW_WEIGHTS_PS + 426_667;
    assertPlaced(SLOW_WEIGHTS_PS, free, free + 121_600 + 83_334);
  }

  /** The weights of fp32 take 231 ns at half rate. */
  @Test
  void weightsAreLoadedAtTheArraysPace() {
    engine.place(new Cost.Array(2, 1024, 128, 1), 0, 0, placement);
    assertEquals(41_000 + 83_334 + 106_667, placement.startPs);
  }

  /** Weights take 96 ns as long as the array is at full rate, and longer after a pause. */
  @Test
  void weightsAfterAWaitAndAfterAPause() {
    long at = run(BF16_512, 40);
    engine.place(BF16_512, at + 100_000, at + 100_000, placement);
    assertEquals(at + 100_000 + WEIGHTS_PS, placement.startPs);
    long later = placement.freePs + 10_000_000;
    engine.place(BF16_512, later, later, placement);
    assertEquals(later + SLOW_WEIGHTS_PS, placement.startPs);
  }

  private long run(Cost.Array cost, int count) {
    long at = 0;
    for (int i = 0; i < count; i++) {
      engine.place(cost, at, 0, placement);
      at = placement.freePs;
    }
    return at;
  }

  /** The next weights load behind the current pass. */
  @Test
  void laterWeightsAreHidden() {
    engine.place(BF16_512, 0, 0, placement);
    engine.place(BF16_512, placement.freePs, 0, placement);
    assertEquals(SLOW_WEIGHTS_PS + 426_667, placement.startPs);
  }

  /** A short pass cannot hide the 128 cycles of fp32 weights behind 16, both slow. */
  @Test
  void aShortPassWaitsForTheWeightsBehindIt() {
    Cost.Array small = new Cost.Array(1, 16, 128, 1);
    engine.place(small, 0, 0, placement);
    long first = placement.startPs;
    engine.place(small, placement.freePs, 0, placement);
    assertEquals(first + 106_667, placement.startPs);
  }

  /** Both passes of a product load weights: 512 cycles of them outlast 444 of the stream. */
  @Test
  void weightsThatOutlastAPassSetThePace() {
    Cost.Array strided = new Cost.Array(2, 444, 512, 1);
    run(strided, 40);
    long start = placement.startPs;
    engine.place(strided, placement.freePs, 0, placement);
    assertEquals(start + 2 * 213_334, placement.startPs);
  }

  @Test
  void lateInputsDelayTheWeights() {
    engine.place(BF16_512, 0, 0, placement);
    engine.place(BF16_512, 2_000_000, 2_000_000, placement);
    assertEquals(2_000_000 + SLOW_WEIGHTS_PS, placement.startPs);
  }

  /** Issue 215.8 ns, result after 379.1 ns. */
  @Test
  void atFullRate() {
    run(BF16_512, 20);
    assertEquals(215_834, placement.freePs - placement.startPs);
    assertEquals(379_101, placement.donePs - placement.startPs);
  }

  /** 428.5 ns per pass at full rate, 853.3 ns at half rate. */
  @Test
  void fp32TakesTwoPassesOfTwoCyclesPerRow() {
    Cost.Array fp32 = new Cost.Array(2, 1024, 128, 1);
    engine.place(fp32, 0, 0, placement);
    assertEquals(2 * 853_334, placement.freePs - placement.startPs);
    run(fp32, 10);
    assertEquals(2 * 429_167, placement.freePs - placement.startPs);
    assertEquals(2 * 429_167 + 121_600 + 41_667, placement.donePs - placement.startPs);
  }
}
