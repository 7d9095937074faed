package trn2sim.hw.isa;

/** The functional interpreter of one core: what each kind of operation does to its memory. */
public interface Datapath {
  void matmul(NcMatmul instruction);

  void transpose(NcTranspose instruction);

  void elementwise(Elementwise instruction);

  void arithmetic(Arithmetic instruction);

  void reduce(TensorReduce instruction);

  void activation(Activation instruction);

  void tile(TileFunction instruction);

  void masked(Masked instruction);

  void dma(DmaCopy instruction);

  void product(TileProduct operation);

  /**
   * Changes nothing; a loop that goes round more or less often than the script has it ends the run.
   */
  void barrier(CoreBarrier instruction);
}
