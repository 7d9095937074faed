package trn2sim.kernels.math;

import java.util.Arrays;
import trn2sim.hw.memory.DType;

/** Elements of an 8-bit floating-point type, one byte each. */
public final class ByteStorage implements Storage {
  private static final float[] E4M3_VALUES = values(FloatFormat.E4M3);
  private static final float[] E4M3FN_VALUES = values(FloatFormat.E4M3FN);
  private static final float[] E5M2_VALUES = values(FloatFormat.E5M2);

  private final DType type;
  private final FloatFormat format;
  private final float[] values;
  private final byte[] elements;

  ByteStorage(DType type, byte[] elements) {
    this.type = type;
    this.format = FloatFormat.of(type);
    this.values = values(type);
    this.elements = elements;
  }

  private static float[] values(DType type) {
    return switch (type) {
      case FP8_E4M3 -> E4M3_VALUES;
      case FP8_E4M3FN -> E4M3FN_VALUES;
      default -> E5M2_VALUES;
    };
  }

  private static float[] values(FloatFormat format) {
    float[] values = new float[1 << Byte.SIZE];
    for (int bits = 0; bits < values.length; bits++) {
      values[bits] = format.decode(bits);
    }
    return values;
  }

  @Override
  public DType type() {
    return type;
  }

  @Override
  public int length() {
    return elements.length;
  }

  /** The backing array, shared: for datapaths that work on raw elements. */
  public byte[] elements() {
    return elements;
  }

  @Override
  public float get(int index) {
    return values[elements[index] & 0xFF];
  }

  @Override
  public void set(int index, float value, Rounding rounding) {
    elements[index] = (byte) format.encode(value, rounding, index);
  }

  @Override
  public int bits(int index) {
    return elements[index] & 0xFF;
  }

  @Override
  public void setBits(int index, int bits) {
    elements[index] = (byte) bits;
  }

  @Override
  public void poison() {
    Arrays.fill(elements, (byte) format.nan());
  }

  @Override
  public void copy(Storage source, Run from, Run to) {
    byte[] origin = Storage.sameType(source, this).elements;
    if (from.dense() && to.dense()) {
      System.arraycopy(origin, from.start(), elements, to.start(), to.count());
      return;
    }
    for (int i = 0; i < to.count(); i++) {
      elements[to.index(i)] = origin[from.index(i)];
    }
  }
}
