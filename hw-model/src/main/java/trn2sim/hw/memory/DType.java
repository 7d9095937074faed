package trn2sim.hw.memory;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Element types of the engines; arithmetic on them is fp32 inside, rounded on write. */
public enum DType {
  FP32(4),
  TF32(4),
  BF16(2),
  FP16(2),
  FP8_E4M3(1),
  FP8_E5M2(1),
  INT32(4);

  private final int bytes;

  DType(int bytes) {
    this.bytes = bytes;
  }

  /** Width of one element in memory. */
  public int bytes() {
    return bytes;
  }

  /** The spelling in scenario files, for example {@code bf16}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type spelt {@code label} in a scenario file. */
  public static Optional<DType> of(String label) {
    return Arrays.stream(values()).filter(type -> type.label().equals(label)).findFirst();
  }
}
