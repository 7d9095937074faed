package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.hw.memory.DType;

/**
 * Every value of every narrow format against a table of doubles computed here, with its neighbours,
 * ties and half-unit surroundings.
 */
final class FloatFormatTest {
  /** The format as its definition gives it, in doubles; shares nothing with the code under test. */
  private record Definition(int exponentBits, int mantissaBits) {
    static Definition of(DType type) {
      return switch (type) {
        case BF16 -> new Definition(8, 7);
        case TF32 -> new Definition(8, 10);
        case FP16 -> new Definition(5, 10);
        case FP8_E4M3 -> new Definition(4, 3);
        case FP8_E5M2 -> new Definition(5, 2);
        default -> throw new AssertionError(type);
      };
    }

    int size() {
      return 1 << (1 + exponentBits + mantissaBits);
    }

    double value(int bits) {
      int fraction = bits % (1 << mantissaBits);
      int field = bits / (1 << mantissaBits) % (1 << exponentBits);
      double sign = bits >= size() / 2 ? -1 : 1;
      double bias = Math.pow(2, exponentBits - 1) - 1;
      if (field == (1 << exponentBits) - 1) {
        return fraction == 0 ? sign / 0.0 : Double.NaN;
      }
      double share = fraction / Math.pow(2, mantissaBits);
      return field == 0
          ? sign * share * Math.pow(2, 1 - bias)
          : sign * (1 + share) * Math.pow(2, field - bias);
    }

    /** Finite non-negative values in order, each with its bits; then the first one out of range. */
    TreeMap<Double, Integer> ladder() {
      var ladder = new TreeMap<Double, Integer>();
      for (int bits = 0; bits < size() / 2 && value(bits) < Double.POSITIVE_INFINITY; bits++) {
        ladder.put(value(bits), bits);
      }
      double last = ladder.lastKey();
      ladder.put(last + (last - ladder.lowerKey(last)), ladder.get(last) + 1);
      return ladder;
    }

    /** Nearest value of the ladder, the even bits on a tie; beyond the ladder its last step. */
    int nearest(TreeMap<Double, Integer> ladder, double value) {
      var below = ladder.floorEntry(value);
      var above = ladder.higherEntry(value);
      if (above == null) {
        return below.getValue();
      }
      double gap = (value - below.getKey()) - (above.getKey() - value);
      boolean even = below.getValue() % 2 == 0;
      return gap < 0 || (gap == 0 && even) ? below.getValue() : above.getValue();
    }
  }

  private static int encode(DType type, float value) {
    return FloatFormat.of(type).encode(value, Rounding.NEAREST_EVEN, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"TF32", "BF16", "FP16", "FP8_E4M3", "FP8_E5M2"})
  void everyValueDecodesToItsDefinitionAndBack(DType type) {
    Definition definition = Definition.of(type);
    FloatFormat format = FloatFormat.of(type);
    for (int bits = 0; bits < definition.size(); bits++) {
      double expected = definition.value(bits);
      float actual = format.decode(bits);
      assertEquals(expected, actual, type + " " + bits);
      int canonical = Double.isNaN(expected) ? format.nan() : bits;
      assertEquals(canonical, encode(type, actual), type + " " + bits);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TF32", "BF16", "FP16", "FP8_E4M3", "FP8_E5M2"})
  void everyGapRoundsToNearestEven(DType type) {
    Definition definition = Definition.of(type);
    var ladder = definition.ladder();
    int signBit = definition.size() / 2;
    for (double lower : ladder.keySet()) {
      Double upper = ladder.higherKey(lower);
      double top = upper == null ? lower * 2 : upper;
      float middle = (float) ((lower + top) / 2);
      float[] probes = {
        (float) lower,
        Math.nextUp((float) lower),
        Math.nextDown(middle),
        middle,
        Math.nextUp(middle),
        Math.nextDown((float) top),
        (float) (lower + (top - lower) / 4)
      };
      for (float probe : probes) {
        int expected = definition.nearest(ladder, probe);
        assertEquals(expected, encode(type, probe), () -> type + " " + probe);
        assertEquals(expected | signBit, encode(type, -probe), () -> type + " -" + probe);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TF32", "BF16", "FP16", "FP8_E4M3", "FP8_E5M2"})
  void extremesOverflowUnderflowAndNan(DType type) {
    FloatFormat format = FloatFormat.of(type);
    int sign = Definition.of(type).size() / 2;
    assertEquals(format.infinity(), encode(type, Float.POSITIVE_INFINITY));
    assertEquals(format.infinity() | sign, encode(type, Float.NEGATIVE_INFINITY));
    assertEquals(format.infinity(), encode(type, Float.MAX_VALUE));
    assertEquals(0, encode(type, Float.MIN_VALUE));
    assertEquals(sign, encode(type, -Float.MIN_VALUE));
    assertEquals(sign, encode(type, -0f));
    assertEquals(format.nan(), encode(type, Float.intBitsToFloat(0xFFFF_1234)));
    assertTrue(Float.isNaN(format.decode(format.nan())));
  }

  @Test
  void legacyE4m3HasInfinityAbove240() {
    assertEquals(240f, FloatFormat.E4M3.decode(0x77));
    assertEquals(Float.POSITIVE_INFINITY, FloatFormat.E4M3.decode(0x78));
    assertEquals(0x77, encode(DType.FP8_E4M3, 247.9f));
    assertEquals(0x78, encode(DType.FP8_E4M3, 248f));
    assertEquals(57344f, FloatFormat.E5M2.decode(0x7B));
    assertEquals(65504f, FloatFormat.FP16.decode(0x7BFF));
  }

  /** OCP's variant: one NaN of each sign, no infinities, 448 the largest (OCP 8-bit FP, 5.1). */
  @Test
  void theFiniteVariantHasOneNanAndReaches448() {
    FloatFormat format = FloatFormat.E4M3FN;
    assertEquals(448, format.decode(0x7E));
    assertTrue(Float.isNaN(format.decode(0x7F)));
    assertEquals(0x7E, format.encode(463, Rounding.NEAREST_EVEN, 0));
    assertEquals(0x7F, format.encode(465, Rounding.NEAREST_EVEN, 0));
    assertEquals(0xFF, format.encode(Float.NEGATIVE_INFINITY, Rounding.NEAREST_EVEN, 0));
    for (int bits = 0; bits < 0x7F; bits++) {
      assertEquals(bits, format.encode(format.decode(bits), Rounding.NEAREST_EVEN, 0));
    }
  }
}
