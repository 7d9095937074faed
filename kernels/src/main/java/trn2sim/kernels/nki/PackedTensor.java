package trn2sim.kernels.nki;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import trn2sim.core.cancel.Cancellation;
import trn2sim.kernels.math.Tile;

/**
 * A tensor on its way to a function in Python: all its numbers, little-endian, in base64.
 *
 * @param type f4 for numbers of any floating type, which fp32 holds exactly, i8 for whole numbers
 */
record PackedTensor(String type, List<Long> shape, String data) {
  static PackedTensor of(Tile tile, List<Long> shape, boolean whole) {
    int count = Math.multiplyExact(tile.rows(), tile.cols());
    int each = whole ? Long.BYTES : Float.BYTES;
    ByteBuffer bytes = little(new byte[Math.multiplyExact(count, each)]);
    for (int row = 0; row < tile.rows(); row++) {
      Cancellation.check();
      for (int col = 0; col < tile.cols(); col++) {
        if (whole) {
          bytes.putLong((long) tile.exact(row, col));
        } else {
          bytes.putFloat(tile.get(row, col));
        }
      }
    }
    String data = Base64.getEncoder().encodeToString(bytes.array());
    return new PackedTensor(whole ? "i8" : "f4", shape, data);
  }

  Map<String, Object> json() {
    return Map.of("type", type, "shape", shape, "data", data);
  }

  /** What the function returned, packed as fp64. */
  static double[] numbers(String data) {
    byte[] bytes = Base64.getDecoder().decode(data);
    double[] numbers = new double[bytes.length / Double.BYTES];
    little(bytes).asDoubleBuffer().get(numbers);
    return numbers;
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
