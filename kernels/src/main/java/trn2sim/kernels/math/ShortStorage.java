package trn2sim.kernels.math;

import java.util.Arrays;
import trn2sim.hw.memory.DType;

/** Elements of type bf16 or fp16, two bytes each. */
public final class ShortStorage implements Storage {
  private final DType type;
  private final FloatFormat format;
  private final short[] elements;

  ShortStorage(DType type, short[] elements) {
    this.type = type;
    this.format = FloatFormat.of(type);
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
  public short[] elements() {
    return elements;
  }

  @Override
  public float get(int index) {
    int bits = elements[index];
    // bf16 is the upper half of fp32; only fp16 needs arithmetic.
    return type == DType.BF16 ? Float.intBitsToFloat(bits << 16) : format.decode(bits & 0xFFFF);
  }

  @Override
  public void set(int index, float value, Rounding rounding) {
    elements[index] = encode(value, rounding, index);
  }

  /** The short cut for bf16 is fp32 without its lower half, which decides about one more. */
  private short encode(float value, Rounding rounding, int index) {
    if (type != DType.BF16 || Float.isNaN(value)) {
      return (short) format.encode(value, rounding, index);
    }
    int bits = Float.floatToRawIntBits(value);
    int more =
        rounding.stochastic()
            ? (int) rounding.bits(index) & 0xFFFF
            : 0x7FFF + (bits >>> Short.SIZE & 1);
    return (short) ((bits + more) >> Short.SIZE);
  }

  @Override
  public int bits(int index) {
    return elements[index] & 0xFFFF;
  }

  @Override
  public void setBits(int index, int bits) {
    elements[index] = (short) bits;
  }

  @Override
  public void poison() {
    Arrays.fill(elements, (short) format.nan());
  }

  @Override
  public void copy(Storage source, Run from, Run to) {
    short[] origin = Storage.sameType(source, this).elements;
    if (from.dense() && to.dense()) {
      System.arraycopy(origin, from.start(), elements, to.start(), to.count());
      return;
    }
    for (int i = 0; i < to.count(); i++) {
      elements[to.index(i)] = origin[from.index(i)];
    }
  }
}
