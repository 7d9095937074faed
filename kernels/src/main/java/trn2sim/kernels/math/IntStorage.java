package trn2sim.kernels.math;

import trn2sim.hw.memory.DType;

/**
 * Elements of type int32. They are read as the nearest fp32 value; a value written is rounded to
 * the nearest integer, ties to even, and saturates; NaN is written as zero.
 */
public final class IntStorage implements Storage {
  private final int[] elements;

  IntStorage(int[] elements) {
    this.elements = elements;
  }

  @Override
  public DType type() {
    return DType.INT32;
  }

  @Override
  public int length() {
    return elements.length;
  }

  /** The backing array, shared: for datapaths that work on raw elements. */
  public int[] elements() {
    return elements;
  }

  @Override
  public float get(int index) {
    return elements[index];
  }

  @Override
  public void set(int index, float value, Rounding rounding) {
    elements[index] = (int) integral(value, rounding, index);
  }

  private static double integral(float value, Rounding rounding, int index) {
    if (!rounding.stochastic()) {
      return Math.rint(value);
    }
    return Math.floor(value + (rounding.bits(index) >>> 11) * 0x1p-53);
  }

  /** Integers have no NaN. */
  @Override
  public void poison() {}

  @Override
  public void copy(Storage source, Run from, Run to) {
    int[] origin = Storage.sameType(source, this).elements;
    if (from.dense() && to.dense()) {
      System.arraycopy(origin, from.start(), elements, to.start(), to.count());
      return;
    }
    for (int i = 0; i < to.count(); i++) {
      elements[to.index(i)] = origin[from.index(i)];
    }
  }
}
