package trn2sim.kernels.nki;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

class PackedTensorTest {
  @Test
  void rowsOfATileAreItsValuesOneAfterAnother() {
    Storage storage = Storage.allocate(DType.FP32, 6);
    float[] values = {1, 1 / 3f, -0f, Float.MIN_VALUE, 0x1.fffffep127f, 6};
    for (int i = 0; i < values.length; i++) {
      storage.set(i, values[i]);
    }
    PackedTensor packed =
        PackedTensor.of(Tile.dense(storage, 2, 3).transposed(), List.of(3L, 2L), false);
    ByteBuffer bytes = bytes(packed);
    float[] turned = new float[6];
    bytes.asFloatBuffer().get(turned);
    assertArrayEquals(new float[] {1, Float.MIN_VALUE, 1 / 3f, 0x1.fffffep127f, -0f, 6}, turned);
    assertEquals(
        Map.of("type", "f4", "shape", List.of(3L, 2L), "data", packed.data()), packed.json());
  }

  /** The largest has no fp32 of its own. */
  @Test
  void wholeNumbersStayWhole() {
    Storage storage = Storage.allocate(DType.UINT32, 2);
    Tile tile = Tile.dense(storage, 1, 2);
    tile.setExact(0, 0, 4294967295.0, Rounding.NEAREST_EVEN);
    tile.setExact(0, 1, 7, Rounding.NEAREST_EVEN);
    PackedTensor packed = PackedTensor.of(tile, List.of(2L), true);
    long[] numbers = new long[2];
    bytes(packed).asLongBuffer().get(numbers);
    assertArrayEquals(new long[] {4294967295L, 7}, numbers);
    assertEquals("i8", packed.type());
  }

  @Test
  void resultsAreReadToTheBit() {
    double[] numbers = {1 / 3.0, -0.0, Double.MIN_VALUE, 0x1p53 - 1};
    ByteBuffer bytes = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(numbers);
    String data = Base64.getEncoder().encodeToString(bytes.array());
    assertArrayEquals(numbers, PackedTensor.numbers(data));
    assertArrayEquals(new double[0], PackedTensor.numbers(""));
  }

  private static ByteBuffer bytes(PackedTensor packed) {
    return ByteBuffer.wrap(Base64.getDecoder().decode(packed.data()))
        .order(ByteOrder.LITTLE_ENDIAN);
  }
}
