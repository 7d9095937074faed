package trn2sim.kernels.math;

import trn2sim.hw.memory.DType;

/**
 * Whole numbers. They are read as the nearest fp32 value, or exactly; a value written is rounded to
 * the nearest integer, ties to even, and saturates; NaN is written as zero.
 */
public final class IntStorage implements Storage {
  private final DType type;
  private final long low;
  private final long high;
  private final int[] elements;

  IntStorage(DType type, int[] elements) {
    boolean signed = type == DType.INT32 || type == DType.INT16 || type == DType.INT8;
    long values = 1L << (Byte.SIZE * type.bytes());
    this.type = type;
    this.low = signed ? -values / 2 : 0;
    this.high = low + values - 1;
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
  public int[] elements() {
    return elements;
  }

  /**
   * The same bits as 32-bit numbers with or without a sign; those of other types are no such bits.
   */
  public Storage seenAs(DType other) {
    boolean word = type == DType.INT32 || type == DType.UINT32;
    return word && (other == DType.INT32 || other == DType.UINT32)
        ? new IntStorage(other, elements)
        : this;
  }

  @Override
  public float get(int index) {
    return (float) exact(index);
  }

  @Override
  public double exact(int index) {
    return type == DType.UINT32 ? Integer.toUnsignedLong(elements[index]) : elements[index];
  }

  @Override
  public void set(int index, float value, Rounding rounding) {
    setExact(index, value, rounding);
  }

  @Override
  public void setExact(int index, double value, Rounding rounding) {
    long whole = (long) integral(value, rounding, index);
    elements[index] = (int) Math.max(low, Math.min(high, whole));
  }

  private static double integral(double value, Rounding rounding, int index) {
    if (!rounding.stochastic()) {
      return Math.rint(value);
    }
    return Math.floor(value + (rounding.bits(index) >>> 11) * 0x1p-53);
  }

  @Override
  public int bits(int index) {
    return (int) (elements[index] & ((1L << (Byte.SIZE * type.bytes())) - 1));
  }

  /** Bits of a narrow signed number are widened with their sign. */
  @Override
  public void setBits(int index, int bits) {
    int unused = Integer.SIZE - Byte.SIZE * type.bytes();
    elements[index] = low < 0 ? bits << unused >> unused : bits << unused >>> unused;
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
