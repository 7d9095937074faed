package trn2sim.kernels.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.hw.memory.DType;

final class StorageTest {
  @ParameterizedTest
  @EnumSource
  void runsAgreeWithSingleElements(DType type) {
    float[] values = {0f, -1.5f, 3.25f, 1000.1f, -0.0003f, 7f, 1e6f, -2.5f};
    Storage one = Storage.allocate(type, 40);
    Storage bulk = Storage.allocate(type, 40);
    for (int i = 0; i < values.length; i++) {
      one.set(2 + 3 * i, values[i]);
    }
    bulk.encode(values, 0, new Run(2, 3, values.length), Rounding.NEAREST_EVEN);
    float[] decoded = new float[40];
    bulk.decode(new Run(0, 1, 40), decoded, 0);
    for (int i = 0; i < 40; i++) {
      assertEquals(one.get(i), decoded[i]);
    }
    float[] strided = new float[8];
    one.decode(new Run(2, 3, 8), strided, 0);
    for (int i = 0; i < 8; i++) {
      assertEquals(one.get(2 + 3 * i), strided[i]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bitCopyKeepsElementsAndRejectsOtherTypes(DType type) {
    Storage source = Storage.allocate(type, 10);
    for (int i = 0; i < 10; i++) {
      source.set(i, i);
    }
    Storage target = Storage.allocate(type, 10);
    target.copy(source, new Run(0, 2, 3), new Run(1, 3, 3));
    assertArrayEquals(
        new float[] {0, 2, 4}, new float[] {target.get(1), target.get(4), target.get(7)});
    target.copy(source, new Run(5, 1, 4), new Run(0, 1, 4));
    assertEquals(8f, target.get(3));
    DType other = type == DType.FP32 ? DType.BF16 : DType.FP32;
    Storage wrong = Storage.allocate(other, 10);
    Run run = new Run(0, 1, 1);
    assertThrows(IllegalArgumentException.class, () -> target.copy(wrong, run, run));
  }

  /** The short cuts of the storage against the general conversion. */
  @ParameterizedTest
  @EnumSource(names = {"BF16", "FP16"})
  void elementsAreWhatTheFormatSays(DType type) {
    int count = 1 << Short.SIZE;
    ShortStorage storage = (ShortStorage) Storage.allocate(type, count);
    for (Rounding rounding : List.of(Rounding.NEAREST_EVEN, Rounding.stochastic(4))) {
      for (int i = 0; i < count; i++) {
        float value = Float.intBitsToFloat((i << Short.SIZE) + 0x7FFE + i % 4);
        storage.set(i, value, rounding);
        int expected = FloatFormat.of(type).encode(value, rounding, i);
        assertEquals((short) expected, storage.elements()[i], type + " " + value);
      }
    }
  }

  @Test
  void tf32KeepsTenMantissaBits() {
    Storage storage = Storage.allocate(DType.TF32, 1);
    storage.set(0, 1 + 0x1p-11f);
    assertEquals(1f, storage.get(0));
    storage.set(0, 1 + 3 * 0x1p-11f);
    assertEquals(1 + 0x1p-9f, storage.get(0));
  }

  @Test
  void integersRoundToEvenSaturateAndDropNan() {
    Storage storage = Storage.allocate(DType.INT32, 5);
    storage.encode(
        new float[] {2.5f, 3.5f, 1e20f, -1e20f, Float.NaN},
        0,
        new Run(0, 1, 5),
        Rounding.NEAREST_EVEN);
    assertArrayEquals(
        new int[] {2, 4, Integer.MAX_VALUE, Integer.MIN_VALUE, 0},
        ((IntStorage) storage).elements());
  }

  @ParameterizedTest
  @EnumSource(names = "FP32", mode = EnumSource.Mode.EXCLUDE)
  void stochasticRoundingIsUnbiasedAndIndependentOfOrder(DType type) {
    int count = 20_000;
    // A quarter of the way from 1 to the next value of the type.
    float step =
        type.isInteger() ? 1f : (float) Math.scalb(1.0, -FloatFormat.of(type).mantissaBits());
    float value = 1 + step / 4;
    Rounding rounding = Rounding.stochastic(42);
    Storage forward = Storage.allocate(type, count);
    Storage backward = Storage.allocate(type, count);
    Storage otherSeed = Storage.allocate(type, count);
    int up = 0;
    boolean differs = false;
    for (int i = 0; i < count; i++) {
      forward.set(i, value, rounding);
      backward.set(count - 1 - i, value, rounding);
      otherSeed.set(i, value, Rounding.stochastic(43));
      up += forward.get(i) > 1 ? 1 : 0;
      differs |= forward.get(i) != otherSeed.get(i);
    }
    for (int i = 0; i < count; i++) {
      assertEquals(forward.get(i), backward.get(i));
    }
    assertEquals(true, differs);
    assertEquals(0.25, up / (double) count, 0.015);
    forward.set(0, 2f, rounding);
    assertEquals(2f, forward.get(0));
    assertNotEquals(rounding.bits(0), rounding.bits(1));
  }

  @Test
  void stochasticRoundingOfSubnormalsIsUnbiased() {
    int count = 20_000;
    Storage storage = Storage.allocate(DType.FP8_E4M3, count);
    int up = 0;
    for (int i = 0; i < count; i++) {
      storage.set(i, 0x1p-12f, Rounding.stochastic(7));
      up += storage.get(i) == 0x1p-9f ? 1 : 0;
    }
    assertEquals(0.125, up / (double) count, 0.015);
  }
}
