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
import trn2sim.kernels.math.FloatFormat;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Run;
import trn2sim.kernels.math.ShortStorage;
import trn2sim.kernels.math.Storage;

/** Conversion of dense runs of 16-bit elements from and to fp32, a vector at a time. */
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
    if (!VECTOR_SHORTS
        || !run.dense()
        || rounding.stochastic()
        || !(storage instanceof ShortStorage shorts)) {
      storage.encode(values, at, run, rounding);
      return;
    }
    int whole =
        shorts.type() == DType.BF16
            ? encodeBf16(values, at, shorts.elements(), run.start(), run.count())
            : encodeFp16(values, at, shorts.elements(), run.start(), run.count());
    storage.encode(values, at + whole, run.part(whole, run.count() - whole), rounding);
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
