package trn2sim.kernels.math;

/**
 * An operation that folds a row into one value, in a fixed order.
 *
 * <p>Canonical order: {@link #LANES} partial results start at the identity; element c is folded
 * into partial c mod 16, in increasing c; then partials i and i + h are combined for h = 8, 4, 2,
 * 1. The order does not depend on the vector width, so every implementation gives the same bits.
 */
public enum RowFold {
  ADD(BinaryOp.ADD, 0f),
  MAX(BinaryOp.MAX, Float.NEGATIVE_INFINITY);

  /** Number of interleaved partial results. */
  public static final int LANES = 16;

  private final BinaryOp op;
  private final float identity;

  RowFold(BinaryOp op, float identity) {
    this.op = op;
    this.identity = identity;
  }

  /** The operation that combines two values. */
  public BinaryOp op() {
    return op;
  }

  /** The value every partial result starts at. */
  public float identity() {
    return identity;
  }

  /** Combines the partial results in place and returns the final one. */
  public float combine(float[] partials) {
    for (int half = LANES / 2; half >= 1; half /= 2) {
      for (int i = 0; i < half; i++) {
        partials[i] = op.apply(partials[i], partials[i + half]);
      }
    }
    return partials[0];
  }
}
