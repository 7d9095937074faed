package trn2sim.kernels.math.vector;

import static trn2sim.kernels.math.vector.Lanes.load;

import jdk.incubator.vector.FloatVector;

/** A block of six rows of two vectors, for machines with 16 vector registers. */
final class MicroKernel6x2 implements MicroKernel {
  private static final int ROWS = 6;
  private static final int VECTORS = 2;
  private static final int L = Lanes.COUNT;

  @Override
  public int rows() {
    return ROWS;
  }

  @Override
  public int vectors() {
    return VECTORS;
  }

  @Override
  public void multiply(RegisterBlock block) {
    FloatVector c00 = block.start(0, 0), c01 = block.start(0, 1);
    FloatVector c10 = block.start(1, 0), c11 = block.start(1, 1);
    FloatVector c20 = block.start(2, 0), c21 = block.start(2, 1);
    FloatVector c30 = block.start(3, 0), c31 = block.start(3, 1);
    FloatVector c40 = block.start(4, 0), c41 = block.start(4, 1);
    FloatVector c50 = block.start(5, 0), c51 = block.start(5, 1);
    float[] a = block.left, b = block.right, c = block.to;
    int rightAt = block.rightAt, depth = block.depth;
    for (int k = 0; k < depth; k++) {
      int p = rightAt + k * (VECTORS * L), q = k * (ROWS * L);
      FloatVector b0 = load(b, p), b1 = load(b, p + L);
      FloatVector x0 = load(a, q), x1 = load(a, q + L);
      FloatVector x2 = load(a, q + 2 * L), x3 = load(a, q + 3 * L);
      FloatVector x4 = load(a, q + 4 * L), x5 = load(a, q + 5 * L);
      c00 = x0.fma(b0, c00);
      c01 = x0.fma(b1, c01);
      c10 = x1.fma(b0, c10);
      c11 = x1.fma(b1, c11);
      c20 = x2.fma(b0, c20);
      c21 = x2.fma(b1, c21);
      c30 = x3.fma(b0, c30);
      c31 = x3.fma(b1, c31);
      c40 = x4.fma(b0, c40);
      c41 = x4.fma(b1, c41);
      c50 = x5.fma(b0, c50);
      c51 = x5.fma(b1, c51);
    }
    // No helper here: the compiler stops inlining ordinary methods this late in a large one, and a
    // vector passed to a real call is boxed in every iteration.
    c00.intoArray(c, block.end(0, 0));
    c01.intoArray(c, block.end(0, 1));
    c10.intoArray(c, block.end(1, 0));
    c11.intoArray(c, block.end(1, 1));
    c20.intoArray(c, block.end(2, 0));
    c21.intoArray(c, block.end(2, 1));
    c30.intoArray(c, block.end(3, 0));
    c31.intoArray(c, block.end(3, 1));
    c40.intoArray(c, block.end(4, 0));
    c41.intoArray(c, block.end(4, 1));
    c50.intoArray(c, block.end(5, 0));
    c51.intoArray(c, block.end(5, 1));
  }
}
