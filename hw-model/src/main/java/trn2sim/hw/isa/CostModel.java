package trn2sim.hw.isa;

/** The timing interpreter: one pure formula for each kind of instruction. */
public interface CostModel {
  Cost matmul(NcMatmul instruction);

  Cost transpose(NcTranspose instruction);

  Cost elementwise(Elementwise instruction);

  Cost arithmetic(Arithmetic instruction);

  Cost reduce(TensorReduce instruction);

  Cost activation(Activation instruction);

  Cost tile(TileFunction instruction);

  Cost dma(DmaCopy instruction);

  Cost permute(CollectivePermute instruction);

  Cost group(GroupCollective instruction);

  Cost barrier(CoreBarrier instruction);
}
