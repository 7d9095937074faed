package trn2sim.hw.link;

/**
 * The all-gather algorithms of the Neuron runtime.
 *
 * <p>Source of steps and size ranges: Neuron documentation, intra-node collective communications.
 */
public enum AllGatherAlgorithm {
  /** N-1 steps around a ring of all ranks. */
  RING,
  /** N/2 steps around a ring of pairs, whose primary forwards and duplicates. */
  KANGARING,
  /** Recursive doubling over the axes of the chip hypercube, then a broadcast on each chip. */
  RDH,
  /** Every chip to every chip by routed writes, then a broadcast on each chip. */
  MESH;

  /** Below this many gathered bytes the mesh is used. */
  public static final long MESH_BELOW_BYTES = 1_000_000L;

  /** Up to this many gathered bytes recursive doubling is used, above it KangaRing. */
  public static final long RDH_UP_TO_BYTES = 56_000_000L;

  /** Returns the algorithm the runtime prefers for the gathered size (all ranks' chunks). */
  static AllGatherAlgorithm forBytes(long totalBytes) {
    if (totalBytes < MESH_BELOW_BYTES) {
      return MESH;
    }
    return totalBytes <= RDH_UP_TO_BYTES ? RDH : KANGARING;
  }
}
