package trn2sim.hw.memory;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Element types a tensor may have, with the bytes one element takes in memory. */
public enum DType {
  FP32(4),
  TF32(4),
  BF16(2),
  FP16(2),
  FP8_E4M3(1),
  FP8_E5M2(1),
  INT32(4);

  /** What TensorE multiplies. */
  public static final List<DType> FLOATS =
      Arrays.stream(values()).filter(type -> type != INT32).toList();

  /** What TensorE multiplies and dma_transpose can turn: no types of one byte. */
  public static final List<DType> TRANSPOSABLE_FLOATS =
      FLOATS.stream().filter(type -> type.bytes > 1).toList();

  private final int bytes;

  DType(int bytes) {
    this.bytes = bytes;
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
