package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.TileMath.Write;

final class ReferenceProductTest {
  private static final int M = 24;
  private static final int K = 200;
  private static final int N = 40;

  private final Tile stationary = sample(K, M, 1);
  private final Tile moving = sample(K, N, 2);
  private final Tile sums = Tile.dense(Storage.allocate(DType.FP32, M * N), M, N);
  private final ReferenceProduct reference =
      new ReferenceProduct((m, k) -> stationary.get(k, m), moving::get, M, K, N);

  private static Tile sample(int rows, int cols, int seed) {
    Tile tile = Tile.dense(Storage.allocate(DType.BF16, rows * cols), rows, cols);
    Samples.fill(tile.data(), seed, false);
    return tile;
  }

  private double worst() {
    double worst = 0;
    for (int seed = 0; seed < 4; seed++) {
      worst = Math.max(worst, reference.freivalds(sums::get, seed));
    }
    return worst;
  }

  @Test
  void productOfSmallMatrices() {
    double[][] a = {{1, 2}, {3, 4}, {5, 6}};
    double[][] b = {{7, 8}, {9, 10}};
    var product = new ReferenceProduct((r, c) -> a[r][c], (r, c) -> b[r][c], 3, 2, 2);
    assertArrayEquals(new double[] {25, 28, 57, 64, 89, 100}, product.product());
    assertArrayEquals(new double[] {64, 100}, product.part(1, 2, 1, 1));
    assertEquals(0, product.freivalds((r, c) -> product.part(r, 1, c, 1)[0], 9));
  }

  @Test
  void acceptsTheDatapathWithinTheBound() {
    TileMath.best().math().matmul(stationary, moving, sums, Write.OVERWRITE);
    assertTrue(worst() <= ReferenceProduct.accumulationBound(K), () -> "ratio " + worst());
    double[] expected = reference.product();
    for (int i = 0; i < expected.length; i++) {
      double scale = Math.abs(expected[i]) + 1000;
      assertEquals(expected[i], sums.get(i / N, i % N), 1e-4 * scale);
    }
  }

  @Test
  void rejectsFaults() {
    double bound = ReferenceProduct.accumulationBound(K);
    TileMath math = TileMath.best().math();
    math.matmul(stationary, moving, sums, Write.OVERWRITE);
    float right = sums.get(5, 7);
    sums.set(5, 7, right + 1000, Rounding.NEAREST_EVEN);
    assertTrue(worst() > bound, "one wrong element");
    sums.set(5, 7, Float.NaN, Rounding.NEAREST_EVEN);
    assertEquals(Double.POSITIVE_INFINITY, worst(), "one NaN");
    sums.set(5, 7, right, Rounding.NEAREST_EVEN);
    assertTrue(worst() <= bound, "repaired");
    math.matmul(stationary.cols(8, 8), moving.cols(0, 16), sums.rows(0, 8).cols(0, 16), Write.OVERWRITE);
    assertTrue(worst() > bound, "one wrong tile");
  }
}
