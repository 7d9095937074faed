package trn2sim.kernels.allgather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.link.Channels;
import trn2sim.hw.memory.DType;

/**
 * The path rule of nki-library's fgcc.py, worked by hand. All sizes in MiB; n = N / tp.
 *
 * <pre>
 * localM = m / LNC / CH;  rhs2 = 2 x K x n x width;  lhs2 = 2 x localM x K x width (tiles full)
 * rhs2 at most 16: budget = 24 - rhs2.  Otherwise K tiles of a block = 16 / width, N tiles
 * = min(ceil(n / 512), floor(16 MiB / K / 512 / width)); budget = 24 - 2 x block.
 * </pre>
 */
class PathRuleTest {
  // @formatter:off
  @ParameterizedTest
  @CsvSource({
    // published cases: m, K, N, tp, LNC, type, forced | rhs2, budget, lhs2 | path
    "256,  1024,  1024,  4, 2, BF16, false,   1,    23,   0.25,   SBUF",
    "512,  2048,  2048,  4, 2, BF16, false,   4,    20,   1,      SBUF",
    "1024, 4096,  4096,  4, 2, BF16, false,  16,     8,   4,      SBUF",
    "512,  1024,  1024, 16, 2, BF16, false,   0.25, 23.75, 0.5,   SBUF",
    "2048, 4096,  8192, 16, 2, BF16, false,   8,    16,   8,      SBUF",
    "512,  1024,  1024, 64, 2, BF16, false,   0.0625, 23.9375, 0.25, SBUF",
    "512,  1024,  1024, 64, 1, BF16, false,   0.0625, 23.9375, 2, SBUF",
    "512,  8192, 32768, 64, 2, BF16, false,  16,     8,   2,      SBUF",
    "1024, 2048,  2048,  4, 2, BF16, true,    4,    20,   2,      HBM",
    "256,  1024,  1024,  4, 2, BF16, true,    1,    23,   0.25,   HBM",
    "256,  1024,  1024,  4, 1, BF16, true,    1,    23,   1,      HBM",
    "256,  1024,  1024,  4, 2, FP32, false,   2,    22,   0.5,    SBUF",
    "256,  1024,  1024,  4, 1, BF16, false,   1,    23,   1,      SBUF",
    // lhs2 just fits and just does not: 8 = 8, then one more row of tiles
    "2048, 4096,  4096,  4, 2, BF16, false,  16,     8,   8,      SBUF",
    "2560, 4096,  4096,  4, 2, BF16, false,  16,     8,   10,     HBM",
    // rows round up to tiles: localM 130 counts as 2 x 128
    "520,  4096,  4096,  4, 2, BF16, false,  16,     8,   4,      SBUF",
    // rhs just does not fit: n = 1536, blocks of 8 K tiles x floor(16 Mi / 4096 / 512 / 2) = 4,
    // at most 3 N tiles: 2 x 1024 x 1536 x 2 = 6
    "1024, 4096,  6144,  4, 2, BF16, false,  24,    18,   4,      SBUF",
    // K = 16384: floor(16 Mi / 16384 / 512 / 2) = 1 N tile: 2 x 1024 x 512 x 2 = 2
    "1024, 16384, 8192,  4, 2, BF16, false, 128,    22,   16,     SBUF",
    "2048, 16384, 8192,  4, 2, BF16, false, 128,    22,   32,     HBM",
    // fp32: 4 K tiles, floor(16 Mi / 8192 / 512 / 4) = 1 N tile: 2 x 512 x 512 x 4 = 2
    "1024, 8192,  4096,  4, 2, FP32, false,  64,    22,   16,     SBUF",
  })
  // @formatter:on
  void takesTheRulesPath(
      int m,
      int k,
      int allN,
      int tp,
      int lnc,
      DType type,
      boolean force,
      double rhs2,
      double budget,
      double lhs2,
      String path) {
    int channels = Channels.fineGrained(tp, lnc);
    Shape shape = new Shape(m, k, allN / tp, tp, 1, lnc, type);
    PathRule rule = PathRule.of(shape, channels, force);
    assertEquals(path, rule.choice().rule());
    assertEquals(path.equals("SBUF"), rule.sbuf());
    List<String> steps = rule.choice().comparisons();
    String last = steps.get(steps.size() - 1);
    assertTrue(steps.get(0).startsWith("2 x rhs = " + mib(rhs2) + " "), () -> steps.toString());
    assertTrue(last.startsWith("2 x lhs of one channel = " + mib(lhs2) + " "), () -> last);
    assertTrue(last.endsWith(" " + mib(budget)), () -> last);
    assertEquals(rhs2 <= 16, rule.rhsInSbuf());
    assertEquals(rhs2 > 16, saysThatTheOriginalFails(rule));
  }

  /** One block holds all of rhs, 8 K tiles x 16 N tiles, so that its count is right. */
  @Test
  void theOriginalStandsOneBlock() {
    PathRule rule = PathRule.of(new Shape(256, 1024, 8192, 4, 1, 2, DType.BF16), 2, false);
    assertFalse(rule.rhsInSbuf());
    assertFalse(saysThatTheOriginalFails(rule));
  }

  private static boolean saysThatTheOriginalFails(PathRule rule) {
    boolean compared =
        rule.choice().comparisons().stream()
            .anyMatch(step -> step.startsWith("the original kernel would fail at this size"));
    assertEquals(compared, rule.choice().originalFails().isPresent());
    return compared;
  }

  private static String mib(double value) {
    return String.format(java.util.Locale.ROOT, "%.4g MiB", value);
  }
}
