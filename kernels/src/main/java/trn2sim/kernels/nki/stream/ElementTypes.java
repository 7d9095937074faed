package trn2sim.kernels.nki.stream;

import java.util.Map;
import java.util.Optional;
import trn2sim.hw.memory.DType;

/** The types of elements by the names that streams have for them. */
public final class ElementTypes {
  private static final Map<String, DType> TYPES =
      Map.ofEntries(
          Map.entry("float32", DType.FP32),
          Map.entry("tfloat32", DType.TF32),
          Map.entry("bfloat16", DType.BF16),
          Map.entry("float16", DType.FP16),
          Map.entry("float8_e4m3", DType.FP8_E4M3),
          Map.entry("float8_e4m3fn", DType.FP8_E4M3FN),
          Map.entry("float8_e5m2", DType.FP8_E5M2),
          Map.entry("int32", DType.INT32),
          Map.entry("int16", DType.INT16),
          Map.entry("int8", DType.INT8),
          Map.entry("uint32", DType.UINT32),
          Map.entry("uint16", DType.UINT16),
          Map.entry("uint8", DType.UINT8),
          Map.entry("bool", DType.UINT8));

  private ElementTypes() {}

  /** The type of a tensor's elements; refuses, with the tensor's name, what engines do not have. */
  public static DType of(String tensor, String dtype) {
    return Optional.ofNullable(TYPES.get(dtype))
        .orElseThrow(
            () ->
                new UnsupportedException(
                    tensor + " of the type " + dtype + " is not simulated" + instead(dtype)));
  }

  /** What the engines have of the same kind, if the type is only too wide for them. */
  private static String instead(String dtype) {
    return dtype.endsWith("64") ? "; use " + dtype.replace("64", "32") : "";
  }
}
