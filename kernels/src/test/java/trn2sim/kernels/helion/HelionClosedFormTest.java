package trn2sim.kernels.helion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.RunSetup;
import trn2sim.kernels.api.View;
import trn2sim.kernels.machine.Scenarios;

/** One block, one copy, one wave more, and refused shapes, against arithmetic written out here. */
class HelionClosedFormTest {
  private static final DeviceParameters PCIE = DeviceParameters.load("h200-pcie");
  private static final String RESIDENT = "own_shard=resident tile_order=n_fastest";
  private static final double START_US = 8 + 30 + 5 + 1;
  private static final double STEP_US = (1024 + 40) / 1980.0;

  private static Execution prepare(int ranks, String shape, String options) {
    return Scenarios.prepare(new HelionKernel(), PCIE, ranks, shape, options);
  }

  private static double blockUs(int steps) {
    return 2 + steps * STEP_US + 1 + 65536 / (4.8e12 * 0.9) * 1e6;
  }

  @Test
  void oneBlock() {
    Execution execution = prepare(1, "M=128 K=1024 n=256", RESIDENT);
    assertEquals(START_US + blockUs(16), Scenarios.us(execution, View.TOTAL), 0.001);
  }

  /** All SMs but one have one block; the 133rd starts a second wave of one block. */
  @Test
  void oneBlockMoreIsOneWaveMore() {
    double wave = Scenarios.us(prepare(1, "M=16896 K=64 n=256", RESIDENT), View.COMPUTE_ONLY);
    double more = Scenarios.us(prepare(1, "M=17024 K=64 n=256", RESIDENT), View.COMPUTE_ONLY);
    assertEquals(1 + blockUs(1), more - wave, 0.01);
  }

  @Test
  void oneCopyAndItsFlag() {
    Execution execution = prepare(2, "M=256 K=1024 n=256", RESIDENT);
    double expected = 8 + 18 + 5 + 3 + 128 * 1024 * 2 / 54.9e9 * 1e6 + 2;
    assertEquals(expected, Scenarios.us(execution, View.COMM_ONLY), 0.001);
  }

  /** With many short copies the host, not the link, sets the pace. */
  @Test
  void hostEnqueueLimitsManySmallCopies() {
    Execution execution = prepare(2, "M=4096 K=64 n=256", RESIDENT + " splits_per_rank=16");
    double enqueue = 8 + 15 * (18 + 2) + 18 + 5;
    double lastCopy = 3 + 128 * 64 * 2 / 54.9e9 * 1e6 + 2;
    assertEquals(enqueue + lastCopy, Scenarios.us(execution, View.COMM_ONLY), 0.001);
  }

  @Test
  void aWaitingBlockHoldsItsSmAndSaysWhy() {
    Execution execution = prepare(2, "M=256 K=4096 n=256", RESIDENT + " launch_first=compute");
    Outcome outcome = execution.run(new RunSetup(View.TOTAL, new Simulation()));
    Track waiting = row(outcome, "Sm[1]");
    assertEquals(WaitReason.DMA, waiting.reason(0));
    assertEquals("set flag, chunk 0 of rank 1", outcome.label(0, waiting.blamed(0)));
  }

  /** The one block of the own rows runs; other SMs stand idle until the peer's rows have come. */
  @Test
  void anSmThatYieldsSaysWhyItIsIdle() {
    Execution execution =
        prepare(2, "M=256 K=4096 n=256", RESIDENT + " launch_first=compute spin_wait=yields");
    Outcome outcome = execution.run(new RunSetup(View.TOTAL, new Simulation()));
    Track idle = row(outcome, "Sm[1]");
    assertEquals(WaitReason.DMA, idle.reason(0));
    assertEquals("set flag, chunk 0 of rank 1", outcome.label(0, idle.blamed(0)));
  }

  private static Track row(Outcome outcome, String name) {
    return outcome.timeline().tracks().stream()
        .filter(track -> track.name().endsWith(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "2, M=255 K=64 n=64, '', 'shape.M: found 255'",
    "2, M=256 m=128 K=64 n=64, '', either m (per rank) or M (in all)",
    "2, K=64 n=64, '', either m (per rank) or M (in all)",
    "2, M=384 K=64 n=64, '', waits only for the first",
    "2, M=512 K=64 n=64, splits_per_rank=4, waits only for the first",
    "2, M=256 K=64 n=64, splits_per_rank=129, options.splits_per_rank: found 129",
    "2, M=256 K=64 n=64, stages=6, shared memory"
  })
  void refusesWhatTheOriginalLeavesUnchecked(
      int ranks, String shape, String options, String reason) {
    KernelException refusal =
        assertThrows(KernelException.class, () -> prepare(ranks, shape, options));
    assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
  }

  @Test
  void refusesMoreRanksThanGpus() {
    DeviceParameters node = DeviceParameters.load("h100x8");
    KernelException refusal =
        assertThrows(
            KernelException.class,
            () -> Scenarios.prepare(new HelionKernel(), node, 9, "m=128 K=64 n=64", ""));
    assertTrue(refusal.getMessage().contains("8 GPUs"), refusal.getMessage());
  }
}
