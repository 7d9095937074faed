package trn2sim.kernels.math.vector;

/** The innermost product: one block of the accumulator, kept in registers over the whole depth. */
interface MicroKernel {
  /** The one whose accumulators and operands fit the registers of this machine. */
  MicroKernel BEST = Lanes.REGISTERS >= 32 ? new MicroKernel4x4() : new MicroKernel6x2();

  /** Rows of a block. */
  int rows();

  /** Vectors in a row of a block. */
  int vectors();

  /** Adds the product of the block's two panels, k in increasing order, one FMA per k. */
  void multiply(RegisterBlock block);
}
