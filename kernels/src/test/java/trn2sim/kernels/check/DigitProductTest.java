package trn2sim.kernels.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.sim.SplitMix;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

class DigitProductTest {
  private static Tile filled(int rows, int cols, long key) {
    Storage data = Storage.allocate(DType.BF16, rows * cols);
    for (int i = 0; i < data.length(); i++) {
      data.set(i, 1 + (int) (SplitMix.mix(key + i * SplitMix.GOLDEN) >>> 62));
    }
    return Tile.dense(data, rows, cols);
  }

  /** Depths around whole groups of digits and around the end of 16 bits; stacked and transposed. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "5, 12, 7", "6, 13, 20", "4, 131, 513", "3, 4081, 17", "2, 9001, 5"})
  void equalsTheSumOfProducts(int rows, int depth, int cols) {
    Tile top = filled(depth, rows, 1).transposed();
    Tile bottom = filled(rows, depth, 2);
    Tile right = filled(depth, cols, 3);
    int[][] expected = new int[2 * rows][cols];
    for (int i = 0; i < 2 * rows; i++) {
      for (int j = 0; j < cols; j++) {
        for (int k = 0; k < depth; k++) {
          float left = i < rows ? top.get(i, k) : bottom.get(i - rows, k);
          expected[i][j] += ((int) left) * ((int) right.get(k, j));
        }
      }
    }
    DigitProduct product =
        new DigitProduct(Operand.stacked(List.of(top, bottom)), Operand.of(right));
    assertArrayEquals(expected, product.part(0, 2 * rows, 0, cols));
    int from = cols / 2;
    int[][] part = product.part(1, 1, from, cols - from);
    for (int j = from; j < cols; j++) {
      assertArrayEquals(new int[] {expected[1][j]}, new int[] {part[0][j - from]});
    }
  }

  /** All fours: the largest sums there are. */
  @Test
  void noSumOverflows() {
    int depth = 20_000;
    Storage storage = Storage.allocate(DType.FP8_E4M3, depth);
    for (int k = 0; k < depth; k++) {
      storage.set(k, 4);
    }
    Operand row = Operand.of(Tile.dense(storage, 1, depth));
    Operand column = Operand.of(Tile.dense(storage, depth, 1));
    assertArrayEquals(new int[][] {{16 * depth}}, new DigitProduct(row, column).part(0, 1, 0, 1));
  }

  @Test
  void otherValuesAreRefused() {
    Storage storage = Storage.allocate(DType.FP32, 1);
    storage.set(0, 1.5f);
    Operand one = Operand.of(Tile.dense(storage, 1, 1));
    assertThrows(IllegalStateException.class, () -> new DigitProduct(one, one));
  }
}
