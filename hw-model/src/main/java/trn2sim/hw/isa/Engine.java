package trn2sim.hw.isa;

import java.util.stream.Stream;

/** The engines of a NeuronCore, each with an instruction stream of its own. */
public enum Engine {
  TENSOR("Tensor"),
  VECTOR("Vector"),
  SCALAR("Scalar"),
  GPSIMD("Gpsimd"),
  SYNC("Sync");

  private final String label;

  Engine(String label) {
    this.label = label;
  }

  /** The spelling in results, for example {@code Tensor}. */
  public String label() {
    return label;
  }

  /** The spelling of profiles. */
  public String profiled() {
    return this == GPSIMD ? "GpSimd" : label;
  }

  /** Whether a row of this name computes whenever it works: the others mostly issue transfers. */
  public static boolean computes(String label) {
    return Stream.of(TENSOR, VECTOR, SCALAR).anyMatch(engine -> engine.label.equals(label));
  }
}
