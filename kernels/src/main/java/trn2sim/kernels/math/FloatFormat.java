package trn2sim.kernels.math;

import trn2sim.hw.memory.DType;

/**
 * A binary floating-point format laid out as IEEE 754 has it (sign, biased exponent, mantissa;
 * subnormals, infinities, NaN) and its conversion from and to fp32.
 *
 * <p>All formats overflow to infinity. {@link #E4M3} is the legacy IEEE-like variant that
 * NeuronCore-v3 implements: exponent field 15 means infinity or NaN, so the largest finite value is
 * 240. It is not the OCP "fn" variant, which has no infinities and reaches 448. Source: AWS Neuron
 * documentation, NKI data types.
 *
 * <p>A NaN is always written as the positive quiet NaN, because the sign and payload of a computed
 * NaN differ between processors.
 *
 * @param finite without infinities, as OCP's "fn" has it: the greatest magnitude is the only NaN
 */
public record FloatFormat(int exponentBits, int mantissaBits, boolean finite) {
  public static final FloatFormat TF32 = new FloatFormat(8, 10);
  public static final FloatFormat BF16 = new FloatFormat(8, 7);
  public static final FloatFormat FP16 = new FloatFormat(5, 10);
  public static final FloatFormat E5M2 = new FloatFormat(5, 2);
  public static final FloatFormat E4M3 = new FloatFormat(4, 3);
  public static final FloatFormat E4M3FN = new FloatFormat(4, 3, true);

  /** Longest shift for which a 24-bit significand can still round up stochastically in a long. */
  private static final int MAX_SHIFT = 62;

  private FloatFormat(int exponentBits, int mantissaBits) {
    this(exponentBits, mantissaBits, false);
  }

  /** The format of a floating-point type narrower than fp32. */
  public static FloatFormat of(DType type) {
    return switch (type) {
      case TF32 -> TF32;
      case BF16 -> BF16;
      case FP16 -> FP16;
      case FP8_E4M3 -> E4M3;
      case FP8_E5M2 -> E5M2;
      case FP8_E4M3FN -> E4M3FN;
      case FP32, INT32, INT16, INT8, UINT32, UINT16, UINT8 ->
          throw new IllegalArgumentException(type.label() + " is not narrow float");
    };
  }

  /** Exponent bias. */
  public int bias() {
    return (1 << (exponentBits - 1)) - 1;
  }

  /**
   * Bits of positive infinity, or of the NaN in its place; the finite magnitudes are exactly the
   * smaller ones.
   */
  public int infinity() {
    return finite ? (1 << signShift()) - 1 : ((1 << exponentBits) - 1) << mantissaBits;
  }

  /** Bits of the NaN every NaN is written as. */
  public int nan() {
    return finite ? infinity() : infinity() | 1 << (mantissaBits - 1);
  }

  private int signShift() {
    return exponentBits + mantissaBits;
  }

  /** The bits of the value rounded to this format; index selects the stochastic draw. */
  public int encode(float value, Rounding rounding, int index) {
    if (Float.isNaN(value)) {
      return nan();
    }
    int bits = Float.floatToRawIntBits(value);
    int sign = (bits >>> 31) << signShift();
    int magnitude = bits & 0x7FFF_FFFF;
    if (magnitude == 0x7F80_0000) {
      return sign | infinity();
    }
    int field = magnitude >>> 23;
    long significand = field == 0 ? magnitude : (magnitude & 0x7F_FFFF) | 0x80_0000;
    // The value is significand * 2^(exponent - 23), the result a multiple of 2^(unit - mantissa).
    int exponent = Math.max(field, 1) - 127;
    int unit = Math.max(exponent, 1 - bias());
    int shift = unit - mantissaBits - (exponent - 23);
    long rounded = roundedShift(significand, shift, rounding, index);
    // Adding, not or-ing: a carry out of the mantissa belongs in the exponent field.
    long result = ((long) (unit + bias() - 1) << mantissaBits) + rounded;
    return sign | (int) Math.min(result, infinity());
  }

  private static long roundedShift(long significand, int shift, Rounding rounding, int index) {
    if (shift > MAX_SHIFT) {
      return 0;
    }
    if (rounding.stochastic()) {
      return (significand + (rounding.bits(index) & ((1L << shift) - 1))) >>> shift;
    }
    long half = 1L << (shift - 1);
    long odd = (significand >>> shift) & 1;
    return (significand + half - 1 + odd) >>> shift;
  }

  /** The exact value of the given bits. */
  public float decode(int bits) {
    int magnitude = bits & ((1 << signShift()) - 1);
    float sign = (bits >>> signShift() & 1) == 0 ? 1f : -1f;
    if (magnitude > infinity() || (finite && magnitude == infinity())) {
      return Float.NaN;
    }
    if (magnitude == infinity()) {
      return sign * Float.POSITIVE_INFINITY;
    }
    int field = magnitude >>> mantissaBits;
    int fraction = magnitude & ((1 << mantissaBits) - 1);
    int significand = field == 0 ? fraction : fraction | 1 << mantissaBits;
    return sign * Math.scalb((float) significand, Math.max(field, 1) - bias() - mantissaBits);
  }
}
