package trn2sim.kernels.nki.stream;

import trn2sim.hw.memory.DType;

/** The types of elements by the names that streams have for them. */
public final class ElementTypes {
  private ElementTypes() {}

  /** The type of a tensor's elements; refuses, with the tensor's name, what engines do not have. */
  public static DType of(String tensor, String dtype) {
    return DType.ofNki(dtype.equals("bool") ? "uint8" : dtype)
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
