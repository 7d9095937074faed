package trn2sim.kernels.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

class ElementCheckTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final double PERCENT = 0.01;

  private static boolean passes(DType type, double[] expected, double... found) {
    return verdict(type, expected, found).passed();
  }

  private static RankVerdict verdict(DType type, double[] expected, double... found) {
    Tile actual = Tile.dense(Storage.allocate(type, found.length), 1, found.length);
    for (int i = 0; i < found.length; i++) {
      actual.set(0, i, (float) found[i], Rounding.NEAREST_EVEN);
    }
    Problem.Elements right = new Problem.Elements((row, col) -> expected[col], 0, PERCENT, "test");
    return ElementCheck.verdict(0, right, actual, RoundingMode.NEAREST);
  }

  @Test
  void infiniteValuesAreThemselvesAlone() {
    double[] expected = {-INFINITY, 1};
    assertEquals(true, passes(DType.FP32, expected, -INFINITY, 1.001));
    assertEquals(false, passes(DType.FP32, expected, -INFINITY, 1.02));
    assertEquals(false, passes(DType.FP32, expected, INFINITY, 1));
    assertEquals(false, passes(DType.FP32, expected, -3e38, 1));
    assertEquals(false, passes(DType.FP32, new double[] {1e38, 1}, INFINITY, 1));
  }

  /** As the least fp32 number is minus infinity in bf16. */
  @Test
  void valuesBeyondTheTypeAreInfinite() {
    assertEquals(true, passes(DType.BF16, new double[] {-Float.MAX_VALUE}, -INFINITY));
    assertEquals(false, passes(DType.BF16, new double[] {-Float.MAX_VALUE}, INFINITY));
    assertEquals(true, passes(DType.FP8_E4M3, new double[] {300}, INFINITY));
  }

  /** Masked places that are right say nothing about the others, wrong ones do. */
  @Test
  void whatFillsMaskedPlacesExcusesNoError() {
    double[] expected = {-1e30f, 1, 2};
    assertEquals(true, passes(DType.FP32, expected, -1e30, 1.01, 2));
    assertEquals(false, passes(DType.FP32, expected, -1e30, 1.5, 2));
    assertEquals(false, passes(DType.FP32, expected, 0, 1, 2));
  }

  @Test
  void theLimitIsThatOfElementsWithAnError() {
    double[] expected = {-1e30f, 1, 2};
    assertEquals(PERCENT, verdict(DType.FP32, expected, -1e30, 1, 2.01).bound(), 1e-6);
  }
}
