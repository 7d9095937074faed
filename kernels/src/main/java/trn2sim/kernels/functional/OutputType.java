package trn2sim.kernels.functional;

import trn2sim.hw.memory.DType;

/**
 * What rounding to a type does, from the definition of the type alone.
 *
 * @param precision significant bits, the leading one included
 * @param smallest the smallest normal value, below which steps do not shrink
 * @param largest the largest finite value
 */
record OutputType(int precision, double smallest, double largest) {
  static OutputType of(DType type) {
    return switch (type) {
      case FP32, INT32 -> new OutputType(24, 0x1p-126, Float.MAX_VALUE);
      case TF32 -> new OutputType(11, 0x1p-126, 0x1.ffcp127);
      case BF16 -> new OutputType(8, 0x1p-126, 0x1.fep127);
      case FP16 -> new OutputType(11, 0x1p-14, 65504);
      case FP8_E4M3 -> new OutputType(4, 0x1p-6, 240);
      case FP8_E5M2 -> new OutputType(3, 0x1p-14, 57344);
    };
  }

  /** Distance between the values of the type around the given one. */
  double step(double value) {
    int exponent = Math.getExponent(Math.max(Math.abs(value), smallest));
    return Math.scalb(1.0, exponent - precision + 1);
  }

  /** The value itself, or infinity if it is beyond the largest. */
  double bounded(double value) {
    return value > largest ? Double.POSITIVE_INFINITY : value;
  }
}
