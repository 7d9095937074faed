package trn2sim.hw.isa;

/**
 * The in-order streams of a core. An engine has one, for what it computes and for the DMAs that it
 * issues; collectives have their own ("separate scheduling queues for computation engines and
 * communication streams", Neuron runtime, "Compute-Communication Overlap").
 *
 * <p>A script as written has no order yet between what an engine computes, loads and stores: the
 * compiler finds it. Run as it is, each of the three is a stream, so that a store that waits for
 * its data does not hold up the loads behind it; the engine still handles one at a time.
 */
public enum IssueLane {
  TENSOR("Tensor", "Tensor"),
  VECTOR("Vector", "Vector"),
  SCALAR("Scalar", "Scalar"),
  GPSIMD("Gpsimd", "Gpsimd"),
  SYNC("Sync", "Sync"),
  GPSIMD_LOADS("Gpsimd.Loads", "Gpsimd"),
  SYNC_LOADS("Sync.Loads", "Sync"),
  SCALAR_LOADS("Scalar.Loads", "Scalar"),
  VECTOR_LOADS("Vector.Loads", "Vector"),
  GPSIMD_STORES("Gpsimd.Stores", "Gpsimd"),
  SYNC_STORES("Sync.Stores", "Sync"),
  SCALAR_STORES("Scalar.Stores", "Scalar"),
  VECTOR_STORES("Vector.Stores", "Vector"),
  COLLECTIVES("Collectives", "Sync");

  private static final IssueLane[] ALL = values();

  private final String label;
  private final String row;

  IssueLane(String label, String row) {
    this.label = label;
    this.row = row;
  }

  /** The engine on whose row it is; Scalar issues DMAs beside its datapath, so they get a row. */
  public String row() {
    return row;
  }

  /** The stream an instruction belongs to. */
  public static IssueLane of(Instruction instruction) {
    if (instruction instanceof Masked masked) {
      return of(masked.whole());
    }
    if (instruction instanceof DmaCopy copy) {
      return copy.isLoad() ? loads(copy.engine()) : stores(copy.engine());
    }
    return scheduled(instruction);
  }

  /** The stream an instruction belongs to once the order of its engine is known. */
  public static IssueLane scheduled(Instruction instruction) {
    return instruction.isCollective() ? COLLECTIVES : ALL[instruction.engine().ordinal()];
  }

  private static IssueLane loads(Engine issuer) {
    return switch (issuer) {
      case GPSIMD -> GPSIMD_LOADS;
      case SYNC -> SYNC_LOADS;
      case SCALAR -> SCALAR_LOADS;
      case VECTOR -> VECTOR_LOADS;
      case TENSOR -> throw new IllegalStateException("TensorE issues no DMA");
    };
  }

  private static IssueLane stores(Engine issuer) {
    return switch (issuer) {
      case GPSIMD -> GPSIMD_STORES;
      case SYNC -> SYNC_STORES;
      case SCALAR -> SCALAR_STORES;
      case VECTOR -> VECTOR_STORES;
      case TENSOR -> throw new IllegalStateException("TensorE issues no DMA");
    };
  }

  /** Its name in messages. */
  public String label() {
    return label;
  }
}
