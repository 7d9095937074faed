package trn2sim.hw.isa;

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
}
