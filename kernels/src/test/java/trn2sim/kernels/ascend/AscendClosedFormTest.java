package trn2sim.kernels.ascend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Track;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.RunSetup;
import trn2sim.kernels.api.View;
import trn2sim.kernels.machine.Scenarios;

/** One tile, one put and refused shapes, against arithmetic written out here. */
class AscendClosedFormTest {
  private static final DeviceParameters DEVICE = DeviceParameters.load("ascend-910b1");
  private static final double CYCLE_NS = 1 / 1.85;

  /** A cold K tile from HBM, four extracts, four products behind the first extract, one store. */
  @Test
  void oneTileOnOneCore() {
    Execution execution =
        Scenarios.prepare(
            new AscendGemm(), DEVICE, 1, "M=128 K=256 N=256", "grid_rows=1 grid_cols=1");
    double load = Math.max(196608 / 158e9, 196608 / 1.27e12) * 1e9;
    double extract = (16384 / 256 + 32768 / 128 + 90) * CYCLE_NS;
    double matmul = 524 * CYCLE_NS;
    double store = 131072 / 131e9 * 1e9;
    double expected = 8000 + load + extract + 4 * matmul + store;
    assertEquals(expected, 1e3 * Scenarios.us(execution, View.TOTAL), 0.05);
  }

  /** One strip of one K tile each way: a put is read, sent and acknowledged, then notified. */
  @Test
  void onePutEachWay() {
    Execution execution =
        Scenarios.prepare(new AscendAllGatherGemm(), DEVICE, 2, "M=256 K=256 N=256", "");
    double publish = 100;
    double put = 65536 / 108.3e9 * 1e9 + 65536 / 19.06e9 * 1e9 + 730;
    double expected = 8000 + publish + put + 1460 + 4500;
    assertEquals(expected, 1e3 * Scenarios.us(execution, View.COMM_ONLY), 0.05);
  }

  @Test
  void everyByteOfEverySliceCrossesEveryLinkOnce() {
    Execution execution =
        Scenarios.prepare(new AscendAllGatherGemm(), DEVICE, 4, "M=1024 K=768 N=256", "");
    Outcome outcome = execution.run(new RunSetup(View.TOTAL, new Simulation()));
    assertEquals(12, outcome.traffic().links().size());
    outcome.traffic().links().forEach(link -> assertEquals(256 * 768 * 2, link.bytes()));
    long links =
        outcome.timeline().tracks().stream().filter(t -> t.kind() == Track.Kind.LINK).count();
    assertEquals(12, links);
  }

  /** Products of the cube never take less than the peak allows. */
  @Test
  void cubeTimeIsTheProductsTime() {
    Execution execution =
        Scenarios.prepare(new AscendAllGatherGemm(), DEVICE, 2, "M=512 K=512 N=512", "");
    Outcome outcome = execution.run(new RunSetup(View.TOTAL, new Simulation()));
    double busy =
        outcome.timeline().tracks().stream()
            .filter(track -> track.name().contains("Die[0]") && track.name().endsWith("Cube"))
            .mapToLong(Track::busyPs)
            .sum();
    assertEquals(4 * 2 * 2 * 4 * 524 * CYCLE_NS * 1e3, busy, 100);
  }

  /** Published for size 6144: products 86.7 %, extracts 68.1 %, loads 95.2 %, stores 3.1 %. */
  @Test
  void pipesAreBusyAsPublished() {
    Execution execution =
        Scenarios.prepare(new AscendGemm(), DEVICE, 1, "M=6144 K=6144 N=6144", "");
    Outcome outcome = execution.run(new RunSetup(View.TOTAL, new Simulation()));
    Map<String, Double> published = Map.of("Cube", 86.7, "Mte1", 68.1, "Mte2", 95.2, "Fix", 3.1);
    published.forEach(
        (pipe, share) -> {
          double busy =
              outcome.timeline().tracks().stream()
                  .filter(track -> track.name().endsWith(pipe))
                  .mapToDouble(Track::busyPs)
                  .sum();
          assertEquals(share, 100 * busy / 24 / outcome.meanPs(), 0.5, pipe);
        });
  }

  @Test
  void aFasterLinkIsNotSlower() {
    String shape = "M=1024 K=1024 N=256";
    double slow = total(DEVICE, shape);
    double fast = total(DEVICE.withOverrides(Map.of("mesh.pair_bandwidth", "100 GB/s")), shape);
    assertTrue(fast < slow, fast + " and " + slow);
  }

  private static double total(DeviceParameters device, String shape) {
    return Scenarios.us(
        Scenarios.prepare(new AscendAllGatherGemm(), device, 2, shape, ""), View.TOTAL);
  }

  @ParameterizedTest
  @CsvSource({
    "2, M=100 K=256 N=256, '', shape.M: found 100",
    "2, M=256 K=100 N=256, '', shape.K: found 100",
    "2, M=256 K=256 N=100, '', shape.N: found 100",
    "4, M=256 K=256 N=256, '', divides by zero",
    "2, M=384 K=256 N=256, '', shape.M: found 384",
    "9, M=1152 K=256 N=256, '', ranks.tp: found 9",
    "2, M=256 K=66560 N=256, '', chunks in a row group",
    "2, M=256 K=512 N=512, base_n=512, 'L1'",
    "2, M=512 K=256 N=256, base_m=256, 'L0C'",
    "2, M=256 K=96 N=96, base_n=96, options.base_n: found 96"
  })
  void refusesWhatTheOriginalLeavesUnchecked(
      int ranks, String shape, String options, String reason) {
    KernelException refusal =
        assertThrows(
            KernelException.class,
            () -> Scenarios.prepare(new AscendAllGatherGemm(), DEVICE, ranks, shape, options));
    assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
  }
}
