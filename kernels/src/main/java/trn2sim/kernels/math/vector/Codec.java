package trn2sim.kernels.math.vector;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.I2S;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.S2I;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.ByteStorage;
import trn2sim.kernels.math.FloatFormat;
import trn2sim.kernels.math.FloatStorage;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Run;
import trn2sim.kernels.math.ShortStorage;
import trn2sim.kernels.math.Storage;

/**
 * Conversion of dense runs from and to fp32, a vector at a time. 8-bit elements are read from a
 * table, and stochastic rounding draws one element at a time: both are left to the storage.
 */
final class Codec {
  private static final int L = Lanes.COUNT;

  /** Vectors of shorts are at least 64 bits wide, so two lanes are left to the storage itself. */
  private static final boolean VECTOR_SHORTS = L >= 4;

  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(Math.max(64, L * Short.SIZE)));

  private Codec() {}

  static void decode(Storage storage, Run run, float[] into, int at) {
    if (!VECTOR_SHORTS || !run.dense() || !(storage instanceof ShortStorage shorts)) {
      storage.decode(run, into, at);
      return;
    }
    int whole =
        shorts.type() == DType.BF16
            ? decodeBf16(shorts.elements(), run.start(), into, at, run.count())
            : decodeFp16(shorts.elements(), run.start(), into, at, run.count());
    storage.decode(run.part(whole, run.count() - whole), into, at + whole);
  }

  private static int decodeBf16(short[] from, int start, float[] into, int at, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      widen(from, start + i).lanewise(LSHL, 16).reinterpretAsFloats().intoArray(into, at + i);
    }
    return i;
  }

  /** The fields of fp16 shifted into place read as fp32 are too small by the bias difference. */
  private static int decodeFp16(short[] from, int start, float[] into, int at, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      IntVector bits = widen(from, start + i);
      IntVector sign = bits.and(0x8000).lanewise(LSHL, 16);
      IntVector magnitude = bits.and(0x7FFF).lanewise(LSHL, 13);
      IntVector finite = magnitude.reinterpretAsFloats().mul(0x1p112f).reinterpretAsInts();
      IntVector special = magnitude.or(0x7F80_0000);
      finite
          .blend(special, magnitude.compare(GE, 0x7C00 << 13))
          .or(sign)
          .reinterpretAsFloats()
          .intoArray(into, at + i);
    }
    return i;
  }

  private static IntVector widen(short[] from, int at) {
    return (IntVector) ShortVector.fromArray(SHORTS, from, at).convertShape(S2I, Lanes.INTS, 0);
  }

  static void encode(Storage storage, float[] values, int at, Run run, Rounding rounding) {
    int whole = run.dense() && !rounding.stochastic() ? encode(storage, values, at, run) : 0;
    storage.encode(values, at + whole, run.part(whole, run.count() - whole), rounding);
  }

  /** Encodes whole vectors, as far as there is a way; returns how many elements that was. */
  private static int encode(Storage storage, float[] values, int at, Run run) {
    int start = run.start();
    int count = run.count();
    return switch (storage.type()) {
      case BF16 ->
          VECTOR_SHORTS
              ? encodeBf16(values, at, ((ShortStorage) storage).elements(), start, count)
              : 0;
      case FP16 ->
          VECTOR_SHORTS
              ? encodeFp16(values, at, ((ShortStorage) storage).elements(), start, count)
              : 0;
      case TF32 -> encodeTf32(values, at, ((FloatStorage) storage).elements(), start, count);
      case FP8_E4M3, FP8_E5M2, FP8_E4M3FN ->
          encodeFp8(
              values, at, (ByteStorage) storage, start, count, FloatFormat.of(storage.type()));
      case FP32, INT32, INT16, INT8, UINT32, UINT16, UINT8 -> 0;
    };
  }

  /** Like bf16 with 13 bits to go, but what stays keeps its place. */
  private static int encodeTf32(float[] values, int at, float[] into, int start, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      IntVector bits = Lanes.load(values, at + i).reinterpretAsInts();
      IntVector odd = bits.lanewise(LSHR, 13).and(1);
      IntVector rounded = bits.add(0xFFF).add(odd).and(-1 << 13);
      var isNan = bits.and(0x7FFF_FFFF).compare(GT, 0x7F80_0000);
      rounded.blend(0x7FC0_0000, isNan).reinterpretAsFloats().intoArray(into, start + i);
    }
    return i;
  }

  /**
   * As for fp16, with other widths. The results pass through ints, for a vector of bytes with as
   * many lanes would be shorter than any there is.
   */
  private static int encodeFp8(
      float[] values, int at, ByteStorage storage, int start, int count, FloatFormat format) {
    int shift = 23 - format.mantissaBits();
    int rebias = (127 - format.bias()) << 23;
    int normalFrom = (128 - format.bias()) << 23;
    float magic = Math.scalb(1f, 24 - format.bias() - format.mantissaBits());
    int[] codes = Workspace.get().codes(count);
    int i = 0;
    for (; i <= count - L; i += L) {
      IntVector bits = Lanes.load(values, at + i).reinterpretAsInts();
      IntVector magnitude = bits.and(0x7FFF_FFFF);
      IntVector odd = magnitude.lanewise(LSHR, shift).and(1);
      IntVector normal =
          magnitude.sub(rebias).add((1 << (shift - 1)) - 1).add(odd).lanewise(ASHR, shift);
      IntVector subnormal =
          magnitude
              .reinterpretAsFloats()
              .add(magic)
              .reinterpretAsInts()
              .sub(Float.floatToRawIntBits(magic));
      IntVector sign = bits.lanewise(LSHR, 24).and(0x80);
      subnormal
          .blend(normal, magnitude.compare(GE, normalFrom))
          .min(format.infinity())
          .or(sign)
          .blend(format.nan(), magnitude.compare(GT, 0x7F80_0000))
          .intoArray(codes, i);
    }
    byte[] into = storage.elements();
    for (int k = 0; k < i; k++) {
      into[start + k] = (byte) codes[k];
    }
    return i;
  }

  /** Rounds the lower half of fp32 away: half a unit less one, and one more when odd. */
  private static int encodeBf16(float[] values, int at, short[] into, int start, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      IntVector bits = Lanes.load(values, at + i).reinterpretAsInts();
      IntVector odd = bits.lanewise(LSHR, 16).and(1);
      IntVector rounded = bits.add(0x7FFF).add(odd).lanewise(ASHR, 16);
      narrow(rounded, bits, FloatFormat.BF16).intoArray(into, start + i);
    }
    return i;
  }

  /**
   * Normal results: rebias and round as for bf16. Subnormal results: adding 0.5 lets the fp32 adder
   * round to a multiple of 2^-24, the unit of fp16 subnormals, in its lowest mantissa bits.
   */
  private static int encodeFp16(float[] values, int at, short[] into, int start, int count) {
    FloatFormat format = FloatFormat.FP16;
    int i = 0;
    for (; i <= count - L; i += L) {
      IntVector bits = Lanes.load(values, at + i).reinterpretAsInts();
      IntVector magnitude = bits.and(0x7FFF_FFFF);
      IntVector odd = magnitude.lanewise(LSHR, 13).and(1);
      IntVector normal =
          magnitude.sub((127 - format.bias()) << 23).add(0xFFF).add(odd).lanewise(ASHR, 13);
      FloatVector shifted = magnitude.reinterpretAsFloats().add(0.5f);
      IntVector subnormal = shifted.reinterpretAsInts().sub(Float.floatToRawIntBits(0.5f));
      IntVector sign = bits.lanewise(LSHR, 16).and(0x8000);
      IntVector result =
          subnormal
              .blend(normal, magnitude.compare(GE, Float.floatToRawIntBits(0x1p-14f)))
              .min(format.infinity())
              .or(sign);
      narrow(result, bits, format).intoArray(into, start + i);
    }
    return i;
  }

  private static ShortVector narrow(IntVector result, IntVector bits, FloatFormat format) {
    var isNan = bits.and(0x7FFF_FFFF).compare(GT, 0x7F80_0000);
    return (ShortVector) result.blend(format.nan(), isNan).convertShape(I2S, SHORTS, 0);
  }
}
