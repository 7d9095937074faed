package trn2sim.kernels.check;

import trn2sim.hw.memory.DType;

/**
 * What rounding to a type does, from the definition of the type alone.
 *
 * @param precision significant bits, the leading one included
 * @param smallest the smallest normal value, below which steps do not shrink
 * @param largest the largest finite value
 * @param beyond what takes the place of a larger one
 */
public record OutputType(int precision, double smallest, double largest, double beyond) {
  private OutputType(int precision, double smallest, double largest) {
    this(precision, smallest, largest, Double.POSITIVE_INFINITY);
  }

  /** Whole numbers up to 24 bits, which saturate. */
  private static OutputType whole(long largest) {
    return new OutputType(24, 0x1p-126, largest, largest);
  }

  public static OutputType of(DType type) {
    return switch (type) {
      case FP32 -> new OutputType(24, 0x1p-126, Float.MAX_VALUE);
      case INT32 -> whole(Integer.MAX_VALUE);
      case INT16 -> whole(Short.MAX_VALUE);
      case INT8 -> whole(Byte.MAX_VALUE);
      case UINT32 -> whole(0xFFFF_FFFFL);
      case UINT16 -> whole(0xFFFF);
      case UINT8 -> whole(0xFF);
      case TF32 -> new OutputType(11, 0x1p-126, 0x1.ffcp127);
      case BF16 -> new OutputType(8, 0x1p-126, 0x1.fep127);
      case FP16 -> new OutputType(11, 0x1p-14, 65504);
      case FP8_E4M3 -> new OutputType(4, 0x1p-6, 240);
      case FP8_E4M3FN -> new OutputType(4, 0x1p-6, 448, Double.NaN);
      case FP8_E5M2 -> new OutputType(3, 0x1p-14, 57344);
    };
  }

  /** Distance between the values of the type around the given one. */
  double step(double value) {
    int exponent = Math.getExponent(Math.max(Math.abs(value), smallest));
    return Math.scalb(1.0, exponent - precision + 1);
  }

  /** The value itself, or what takes its place if it is beyond the largest. */
  double bounded(double value) {
    return value > largest ? beyond : value;
  }
}
