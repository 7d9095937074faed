package trn2sim.hw.memory;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Element types a tensor may have, with the bytes one element takes in memory. */
public enum DType {
  FP32(4),
  TF32(4),
  BF16(2),
  FP16(2),
  FP8_E4M3(1),
  FP8_E5M2(1),
  INT32(4),
  /** The variant of OCP without infinities, up to 448. */
  FP8_E4M3FN(1),
  INT16(2),
  INT8(1),
  UINT32(4),
  UINT16(2),
  UINT8(1);

  private static final Set<DType> INTEGERS = EnumSet.of(INT32, INT16, INT8, UINT32, UINT16, UINT8);

  /** What a scenario may name: the others are for the tensors of NKI kernels. */
  public static final List<DType> OFFERED =
      List.of(FP32, TF32, BF16, FP16, FP8_E4M3, FP8_E5M2, INT32);

  /** What TensorE multiplies. */
  public static final List<DType> FLOATS =
      OFFERED.stream().filter(type -> !type.isInteger()).toList();

  /** What TensorE multiplies and dma_transpose can turn: no types of one byte. */
  public static final List<DType> TRANSPOSABLE_FLOATS =
      FLOATS.stream().filter(type -> type.bytes > 1).toList();

  private final int bytes;

  DType(int bytes) {
    this.bytes = bytes;
  }

  /** Whether its elements are whole numbers. */
  public boolean isInteger() {
    return INTEGERS.contains(this);
  }

  /** Bytes one element takes in memory. */
  public int bytes() {
    return bytes;
  }

  /** The spelling used in scenario files: lower case, for example {@code bf16}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type with the given {@link #label()}, if there is one. */
  public static Optional<DType> of(String label) {
    return Arrays.stream(values()).filter(type -> type.label().equals(label)).findFirst();
  }
}
