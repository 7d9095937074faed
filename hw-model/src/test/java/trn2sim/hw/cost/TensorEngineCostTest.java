package trn2sim.hw.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.Pattern;
import trn2sim.hw.spec.DeviceParameters;

class TensorEngineCostTest {
  private final TensorEngineCost cost =
      new TensorEngineCost(DeviceParameters.load("trn2").neuron().tensor());
  private final Tensors tensors = new Tensors();

  private Cost matmul(DType type, int k, int m, int n, int stride) {
    return matmul(tensors.sbuf("w", type, k, m).all(), apart(type, k, n, stride));
  }

  private Cost matmul(Access weights, Access moving) {
    Access dst = tensors.psum("p", DType.FP32, weights.elements(), moving.elements()).all();
    return cost.matmul(new NcMatmul(dst, weights, moving, true, true, false));
  }

  private Access apart(DType type, int rows, int count, int stride) {
    return tensors
        .sbuf("x", type, rows, count * stride)
        .slice(0, rows, 0, count)
        .with(new Pattern(List.of(new Pattern.Dim(stride, count))));
  }

  /** Columns: type, K, M, N, passes, cycles of a pass, cycles of the weights, share of rows. */
  @ParameterizedTest
  @CsvSource({
    "BF16, 128, 128, 512, 1, 512, 32, 1.0",
    "FP16, 128, 128, 420, 1, 420, 32, 1.0",
    "TF32, 128, 128, 512, 1, 512, 32, 1.0",
    "FP8_E4M3, 128, 128, 512, 1, 512, 32, 1.0",
    "FP8_E5M2, 128, 128, 512, 1, 512, 32, 1.0",
    "FP32, 128, 128, 512, 2, 1024, 128, 1.0",
    "FP32, 128, 128, 128, 2, 256, 128, 1.0",
    "BF16, 64, 128, 512, 1, 512, 32, 0.5",
    "BF16, 32, 64, 512, 1, 512, 16, 0.25",
    "BF16, 128, 128, 8, 1, 64, 32, 1.0",
    "BF16, 128, 16, 8, 1, 16, 4, 1.0",
    "BF16, 128, 1, 512, 1, 512, 1, 1.0",
    "FP32, 128, 64, 8, 2, 128, 64, 1.0", // four times what bf16 takes
    "FP32, 128, 16, 8, 2, 32, 16, 1.0",
  })
  void matmul(DType type, int k, int m, int n, int passes, long cycles, long weights, double rows) {
    assertEquals(new Cost.Array(passes, cycles, weights, rows), matmul(type, k, m, n, 1));
  }

  /** More than 8 bytes from one element to the next halve the rate at which rows are fed. */
  @ParameterizedTest
  @CsvSource({
    "BF16, 4, 512",
    "BF16, 5, 1024",
    "FP32, 2, 1024",
    "FP32, 3, 2048",
    "FP8_E4M3, 8, 512",
    "FP8_E4M3, 9, 1024"
  })
  void stridedMovingOperand(DType type, int stride, long cycles) {
    Cost.Array array = (Cost.Array) matmul(type, 128, 128, 512, stride);
    assertEquals(cycles, array.streamCycles());
  }

  /** As far apart, weights are loaded without the fast mode, which saves three quarters. */
  @ParameterizedTest
  @CsvSource({"BF16, 4, 32", "BF16, 5, 128", "FP32, 2, 128", "FP32, 36, 512"})
  void stridedWeights(DType type, int stride, long cycles) {
    Access weights = apart(type, 128, 128, stride);
    Cost.Array array = (Cost.Array) matmul(weights, tensors.sbuf("y", type, 128, 512).all());
    assertEquals(cycles, array.weightCycles());
    assertEquals(type == DType.FP32 ? 1024 : 512, array.streamCycles());
  }

  @Test
  void doubleRowMovesTwoSlicesInOnePass() {
    Access weights = tensors.sbuf("w", DType.FP8_E4M3, 128, 256).all();
    Access moving = tensors.sbuf("x", DType.FP8_E4M3, 128, 1024).all();
    Access dst = tensors.psum("p", DType.FP32, 128, 512).all();
    assertEquals(
        new Cost.Array(1, 512, 32, 1.0),
        cost.matmul(new NcMatmul(dst, weights, moving, true, true, true)));
  }

  /** Of fp32, products with ones and zeros take half as long; other types gain nothing. */
  @ParameterizedTest
  @CsvSource({"FP32, 1, 1024, 128", "BF16, 1, 512, 32"})
  void onesAndZeros(DType type, int passes, long cycles, long weights) {
    Access ones = tensors.sbuf("w", type, 128, 128).all();
    Access moving = tensors.sbuf("x", type, 128, 512).all();
    Access dst = tensors.psum("p", DType.FP32, 128, 512).all();
    assertEquals(
        new Cost.Array(passes, cycles, weights, 1.0),
        cost.matmul(new NcMatmul(dst, ones, moving, true, true, false, true)));
  }

  /** Columns: type, rows and columns of the source, cycles, cycles of the weights, share. */
  @ParameterizedTest
  @CsvSource({
    "BF16, 128, 128, 128, 32, 1.0",
    "FP32, 128, 128, 256, 128, 1.0",
    "BF16, 32, 128, 64, 32, 0.25",
    "FP32, 64, 32, 128, 32, 0.5",
    "FP32, 16, 128, 128, 128, 0.125"
  })
  void transposeTakesOnePassOfItsRows(
      DType type, int rows, int cols, long cycles, long weights, double share) {
    Access src = tensors.sbuf("s", type, rows, cols).all();
    Access dst = tensors.psum("t", type, cols, rows).all();
    assertEquals(
        new Cost.Array(1, cycles, weights, share), cost.transpose(new NcTranspose(dst, src)));
  }

  @Test
  void matmulsThatAreAlikeCostTheSame() {
    List<NcMatmul> matmuls = new ArrayList<>();
    for (DType type : List.of(DType.BF16, DType.FP32)) {
      for (int stride : List.of(1, 8, 64)) {
        for (int columns : List.of(64, 128)) {
          Access weights = apart(type, 128, columns, stride);
          for (int rows : List.of(64, 128)) {
            Access moving = apart(type, rows, 512, stride == 64 ? 1 : stride);
            Access half = weights.buffer().slice(0, rows, 0, columns).with(weights.pattern());
            Access dst = tensors.psum("p", DType.FP32, columns, 512).all();
            matmuls.add(new NcMatmul(dst, half, moving, true, true, false));
            matmuls.add(new NcMatmul(dst, half, moving, false, true, false));
          }
        }
      }
    }
    int alike = 0;
    for (NcMatmul one : matmuls) {
      for (NcMatmul other : matmuls) {
        if (one != other && one.isLike(other)) {
          alike++;
          assertEquals(cost.matmul(one), cost.matmul(other));
        }
      }
    }
    assertTrue(alike > 0);
  }

  @Test
  void peak() {
    assertEquals(78.6432e12, DeviceParameters.load("trn2").neuron().tensor().peakFlops(), 1);
  }
}
