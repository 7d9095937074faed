package trn2sim.hw.spec;

/**
 * What NKI's instructions can address on NeuronCore-v3; kernels tile by it, so no override changes
 * it (aws-neuron-sdk nki/guides/architecture/trainium2_arch.rst, nki/api/nki/isa/__init__.py).
 */
public final class NkiLimits {
  /** Partitions of SBUF and PSUM, and rows of the array: the most rows of an on-chip operand. */
  public static final int PARTITIONS = 128;

  /** Columns of the array: the most columns of a stationary operand. */
  public static final int STATIONARY = 128;

  /** The most columns of a moving operand, one PSUM bank of fp32. */
  public static final int MOVING = 512;

  private static final int FP32_BYTES = 4;

  private NkiLimits() {}

  /** Bytes of one PSUM bank in each partition. */
  static int bankBytes() {
    return MOVING * FP32_BYTES;
  }
}
