package trn2sim.kernels.math;

import trn2sim.hw.memory.DType;

/**
 * A flat array of elements held in the width of their type, read and written as fp32 values.
 *
 * <p>Reading is exact for every floating-point type; writing rounds.
 */
public sealed interface Storage permits FloatStorage, ShortStorage, ByteStorage, IntStorage {
  /** A storage of the given length, all zero. */
  static Storage allocate(DType type, int length) {
    return switch (type) {
      case FP32, TF32 -> new FloatStorage(type, new float[length]);
      case BF16, FP16 -> new ShortStorage(type, new short[length]);
      case FP8_E4M3, FP8_E5M2, FP8_E4M3FN -> new ByteStorage(type, new byte[length]);
      case INT32, INT16, INT8, UINT32, UINT16, UINT8 -> new IntStorage(type, new int[length]);
    };
  }

  /** Type of the elements. */
  DType type();

  /** Number of elements. */
  int length();

  /** The element at the index as fp32. */
  float get(int index);

  /** Writes the value at the index, rounded to the type. */
  void set(int index, float value, Rounding rounding);

  /** Writes the value at the index, rounded to nearest even. */
  default void set(int index, float value) {
    set(index, value, Rounding.NEAREST_EVEN);
  }

  /** The element at the index, whole numbers included, exactly. */
  default double exact(int index) {
    return get(index);
  }

  /** Writes the value at the index, rounded to the type once. */
  default void setExact(int index, double value, Rounding rounding) {
    set(index, (float) value, rounding);
  }

  /** The bits of the element, in the lowest places. */
  int bits(int index);

  /** Writes the bits of an element. */
  void setBits(int index, int bits);

  /** Makes every element a NaN, where the type has one. */
  void poison();

  /** Copies elements bit by bit from a storage of the same type; both runs have equal counts. */
  void copy(Storage source, Run from, Run to);

  /** Reads the elements of the run into consecutive places of the array, starting at {@code at}. */
  default void decode(Run run, float[] into, int at) {
    for (int i = 0; i < run.count(); i++) {
      into[at + i] = get(run.index(i));
    }
  }

  /** Writes consecutive values of the array, starting at {@code at}, to the elements of the run. */
  default void encode(float[] values, int at, Run run, Rounding rounding) {
    for (int i = 0; i < run.count(); i++) {
      set(run.index(i), values[at + i], rounding);
    }
  }

  /** The source as the class of the target; a bit copy between types would reinterpret bits. */
  static <S extends Storage> S sameType(Storage source, S target) {
    if (source.type() != target.type()) {
      throw new IllegalArgumentException(
          "bit copy from " + source.type().label() + " to " + target.type().label());
    }
    @SuppressWarnings("unchecked")
    S same = (S) source;
    return same;
  }
}
