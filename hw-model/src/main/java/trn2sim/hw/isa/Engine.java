package trn2sim.hw.isa;

import java.util.Locale;

/** The engines of a NeuronCore, each with an instruction stream of its own. */
public enum Engine {
  TENSOR,
  VECTOR,
  SCALAR,
  GPSIMD,
  SYNC;

  /** The spelling in results, for example {@code Tensor}. */
  public String label() {
    String name = name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
