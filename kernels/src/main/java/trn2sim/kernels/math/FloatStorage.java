package trn2sim.kernels.math;

import java.util.Arrays;
import trn2sim.hw.memory.DType;

/** Elements of type fp32, or tf32 kept as fp32 values rounded to a 10-bit mantissa. */
public final class FloatStorage implements Storage {
  private final DType type;
  private final float[] elements;

  FloatStorage(DType type, float[] elements) {
    this.type = type;
    this.elements = elements;
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
  public float[] elements() {
    return elements;
  }

  @Override
  public float get(int index) {
    return elements[index];
  }

  @Override
  public void set(int index, float value, Rounding rounding) {
    elements[index] = type == DType.FP32 ? value : tf32(value, rounding, index);
  }

  private static float tf32(float value, Rounding rounding, int index) {
    return FloatFormat.TF32.decode(FloatFormat.TF32.encode(value, rounding, index));
  }

  @Override
  public void decode(Run run, float[] into, int at) {
    if (run.dense()) {
      System.arraycopy(elements, run.start(), into, at, run.count());
    } else {
      Storage.super.decode(run, into, at);
    }
  }

  @Override
  public void encode(float[] values, int at, Run run, Rounding rounding) {
    if (run.dense() && type == DType.FP32) {
      System.arraycopy(values, at, elements, run.start(), run.count());
    } else {
      Storage.super.encode(values, at, run, rounding);
    }
  }

  @Override
  public int bits(int index) {
    return Float.floatToRawIntBits(elements[index]);
  }

  @Override
  public void setBits(int index, int bits) {
    elements[index] = Float.intBitsToFloat(bits);
  }

  @Override
  public void poison() {
    Arrays.fill(elements, Float.NaN);
  }

  @Override
  public void copy(Storage source, Run from, Run to) {
    float[] origin = Storage.sameType(source, this).elements;
    if (from.dense() && to.dense()) {
      System.arraycopy(origin, from.start(), elements, to.start(), to.count());
      return;
    }
    for (int i = 0; i < to.count(); i++) {
      elements[to.index(i)] = origin[from.index(i)];
    }
  }
}
