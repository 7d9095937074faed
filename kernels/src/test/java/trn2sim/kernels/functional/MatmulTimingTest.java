package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.hw.memory.DType;

class MatmulTimingTest {
  private static final String CUBE = "M=2048 K=2048 N=2048";

  private static long ps(String shape, String options) {
    Case run = new Case("matmul", shape, options, DType.BF16, 1, 1);
    return TimedRun.of(run.launch()).timeline().endPs();
  }

  @ParameterizedTest
  @ValueSource(strings = {"blocked_k", "tiled"})
  void moreBuffersAreNeverSlower(String schedule) {
    long before = Long.MAX_VALUE;
    for (int buffers = 1; buffers <= 8; buffers++) {
      long now = ps(CUBE, "schedule=" + schedule + " buffers=" + buffers);
      assertTrue(now <= before, buffers + " buffers: " + now + " ps after " + before);
      before = now;
    }
  }

  /**
   * One queue of GpSimd issues all DMAs, stores after the loads that run ahead of them. Where the
   * buffers end that run decides which loads a store shares the engines with, so in a run of a few
   * dozen DMAs a buffer more may cost a little: 1.65 % at most here. Twice as many never did.
   */
  @ParameterizedTest
  @CsvSource({
    "tiled, M=256 K=512 N=1024",
    "tiled, M=384 K=256 N=512",
    "hoisted, M=512 K=512 N=1024",
    "hoisted, M=256 K=1024 N=1024",
    "blocked, M=512 K=512 N=2048",
    "blocked, M=256 K=1024 N=1024",
    "blocked_k, M=512 K=2048 N=2048",
    "blocked_k, M=1024 K=1024 N=1024",
  })
  void moreBuffersAreHardlyEverSlowerInSmallRuns(String schedule, String shape) {
    long best = Long.MAX_VALUE;
    long half = Long.MAX_VALUE;
    for (int buffers = 1; buffers <= 8; buffers++) {
      long now = ps(shape, "schedule=" + schedule + " buffers=" + buffers);
      assertTrue(now <= best * 1.02, buffers + " buffers: " + now + " ps after " + best);
      best = Math.min(best, now);
      if (Integer.bitCount(buffers) == 1) {
        assertTrue(now <= half, buffers + " buffers: " + now + " ps, half of them " + half);
        half = now;
      }
    }
  }

  @Test
  void blockedKIsBoundByTheArray() {
    double peak = 2.0 * 128 * 128 * 2.4e9;
    double utilization = 2.0 * 2048 * 2048 * 2048 / peak / (ps(CUBE, "schedule=blocked_k") / 1e12);
    assertTrue(utilization > 0.80 && utilization < 0.95, "MFU " + utilization);
  }

  @Test
  void oneBufferAndNoReuseAreSeveralTimesSlower() {
    long good = ps(CUBE, "schedule=blocked_k");
    long poor = ps(CUBE, "schedule=tiled buffers=1");
    assertTrue(poor > 5 * good, poor + " ps against " + good);
  }
}
