package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.TileMath.Write;

final class ScalarTileMathTest {
  private final TileMath math = new ScalarTileMath(Rounding.NEAREST_EVEN);

  private static Tile tile(DType type, int rows, int cols, float... values) {
    Storage data = Storage.allocate(type, rows * cols);
    data.encode(values, 0, new Run(0, 1, values.length), Rounding.NEAREST_EVEN);
    return Tile.dense(data, rows, cols);
  }

  private static float[] values(Tile tile) {
    float[] values = new float[tile.rows() * tile.cols()];
    for (int i = 0; i < values.length; i++) {
      values[i] = tile.get(i / tile.cols(), i % tile.cols());
    }
    return values;
  }

  @Test
  void productOverwritesThenAccumulates() {
    Tile stationary = tile(DType.BF16, 2, 3, 1, 2, 3, 4, 5, 6);
    Tile moving = tile(DType.FP16, 2, 2, 10, 20, 30, 40);
    Tile sums = tile(DType.FP32, 3, 2, 7, 7, 7, 7, 7, 7);
    math.matmul(stationary, moving, sums, Write.OVERWRITE);
    assertArrayEquals(new float[] {130, 180, 170, 240, 210, 300}, values(sums));
    math.matmul(stationary, moving, sums, Write.ACCUMULATE);
    assertArrayEquals(new float[] {260, 360, 340, 480, 420, 600}, values(sums));
  }

  @Test
  void productUsesFusedMultiplyAddInOrder() {
    float x = 1 + 0x1p-12f;
    Tile stationary = tile(DType.FP32, 2, 1, -1, x);
    Tile moving = tile(DType.FP32, 2, 1, x * x, x);
    Tile sums = tile(DType.FP32, 1, 1, 0);
    math.matmul(stationary, moving, sums, Write.OVERWRITE);
    assertEquals(0x1p-24f, sums.get(0, 0));
  }

  @Test
  void elementwiseOperations() {
    Tile left = tile(DType.FP32, 2, 2, 1, -2, 3, -4);
    Tile right = tile(DType.FP32, 2, 2, 5, 6, -7, -8);
    Tile target = tile(DType.BF16, 2, 2);
    math.binary(BinaryOp.SUBTRACT, left, right, target);
    assertArrayEquals(new float[] {-4, -8, 10, 4}, values(target));
    math.scalar(BinaryOp.MAX, left, 0.5f, target);
    assertArrayEquals(new float[] {1, 0.5f, 3, 0.5f}, values(target));
    math.rowScalar(BinaryOp.MULTIPLY, left, tile(DType.FP32, 2, 1, 2, 3), target);
    assertArrayEquals(new float[] {2, -4, 9, -12}, values(target));
    math.activate(UnaryFunction.SQUARE, left, left);
    assertArrayEquals(new float[] {1, 4, 9, 16}, values(left));
    math.fill(target, 1.01f);
    assertEquals(1.0078125f, target.get(1, 1));
  }

  @Test
  void transposeAndReduce() {
    Tile source = tile(DType.FP32, 2, 3, 1, 2, 3, 4, 5, 6);
    Tile turned = tile(DType.FP8_E5M2, 3, 2);
    math.transpose(source, turned);
    assertArrayEquals(new float[] {1, 4, 2, 5, 3, 6}, values(turned));
    Tile column = tile(DType.FP32, 2, 1);
    math.reduce(RowFold.ADD, source, column);
    assertArrayEquals(new float[] {6, 15}, values(column));
    math.reduce(RowFold.MAX, source, column);
    assertArrayEquals(new float[] {3, 6}, values(column));
  }

  @Test
  void sumOrderIsSixteenInterleavedPartials() {
    float[] values = new float[34];
    values[0] = 0x1p24f;
    values[16] = 1;
    values[32] = 1;
    values[1] = 1;
    values[17] = 1;
    Tile column = tile(DType.FP32, 1, 1);
    math.reduce(RowFold.ADD, tile(DType.FP32, 1, 34, values), column);
    // Partial 0 loses both ones to rounding; partial 1 keeps its two and adds them at the end.
    assertEquals(0x1p24f + 2, column.get(0, 0));
  }

  @Test
  void wrongShapesAndTypesAreRejected() {
    Tile two = tile(DType.FP32, 2, 2);
    Tile three = tile(DType.FP32, 3, 2);
    Tile narrow = tile(DType.BF16, 2, 2);
    assertThrows(
        IllegalArgumentException.class, () -> math.matmul(two, three, two, Write.OVERWRITE));
    assertThrows(
        IllegalArgumentException.class, () -> math.matmul(two, two, narrow, Write.OVERWRITE));
    assertThrows(IllegalArgumentException.class, () -> math.copy(two, three));
    assertThrows(
        IllegalArgumentException.class, () -> math.rowScalar(BinaryOp.ADD, two, three, two));
    assertThrows(IllegalArgumentException.class, () -> new Tile(two.data(), 1, 2, 2, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> new Tile(two.data(), 0, 2, -1, 2, 1));
  }
}
