package trn2sim.hw.memory;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Element types a tensor may have, with the bytes one element takes in memory. */
public enum DType {
  FP32(4, "float32"),
  TF32(4, "tfloat32"),
  BF16(2, "bfloat16"),
  FP16(2, "float16"),
  FP8_E4M3(1, "float8_e4m3"),
  FP8_E5M2(1, "float8_e5m2"),
  INT32(4, "int32"),
  /** The variant of OCP without infinities, up to 448. */
  FP8_E4M3FN(1, "float8_e4m3fn"),
  INT16(2, "int16"),
  INT8(1, "int8"),
  UINT32(4, "uint32"),
  UINT16(2, "uint16"),
  UINT8(1, "uint8");

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

  private static final Map<String, DType> IN_NKI =
      Arrays.stream(values()).collect(Collectors.toMap(type -> type.inNki, type -> type));

  private final int bytes;
  private final String inNki;

  DType(int bytes, String inNki) {
    this.bytes = bytes;
    this.inNki = inNki;
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

  /** The type that NKI gives a name, {@code bfloat16}, if there is one. */
  public static Optional<DType> ofNki(String name) {
    return Optional.ofNullable(IN_NKI.get(name));
  }
}
