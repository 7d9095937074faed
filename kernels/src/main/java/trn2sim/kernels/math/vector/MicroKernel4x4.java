package trn2sim.kernels.math.vector;

import static trn2sim.kernels.math.vector.Lanes.load;

import jdk.incubator.vector.FloatVector;

/** A block of four rows of four vectors, for machines with 32 vector registers. */
final class MicroKernel4x4 implements MicroKernel {
  private static final int ROWS = 4;
  private static final int VECTORS = 4;
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
    FloatVector c02 = block.start(0, 2), c03 = block.start(0, 3);
    FloatVector c10 = block.start(1, 0), c11 = block.start(1, 1);
    FloatVector c12 = block.start(1, 2), c13 = block.start(1, 3);
    FloatVector c20 = block.start(2, 0), c21 = block.start(2, 1);
    FloatVector c22 = block.start(2, 2), c23 = block.start(2, 3);
    FloatVector c30 = block.start(3, 0), c31 = block.start(3, 1);
    FloatVector c32 = block.start(3, 2), c33 = block.start(3, 3);
    float[] a = block.left, b = block.right, c = block.to;
    // Both panels advance by four vectors per k, so one index, the loop's own, serves both.
    int rightAt = block.rightAt, end = block.depth * (ROWS * L);
    for (int q = 0; q < end; q += ROWS * L) {
      int p = rightAt + q;
      FloatVector b0 = load(b, p), b1 = load(b, p + L);
      FloatVector b2 = load(b, p + 2 * L), b3 = load(b, p + 3 * L);
      FloatVector x0 = load(a, q), x1 = load(a, q + L);
      FloatVector x2 = load(a, q + 2 * L), x3 = load(a, q + 3 * L);
      c00 = x0.fma(b0, c00);
      c01 = x0.fma(b1, c01);
      c02 = x0.fma(b2, c02);
      c03 = x0.fma(b3, c03);
      c10 = x1.fma(b0, c10);
      c11 = x1.fma(b1, c11);
      c12 = x1.fma(b2, c12);
      c13 = x1.fma(b3, c13);
      c20 = x2.fma(b0, c20);
      c21 = x2.fma(b1, c21);
      c22 = x2.fma(b2, c22);
      c23 = x2.fma(b3, c23);
      c30 = x3.fma(b0, c30);
      c31 = x3.fma(b1, c31);
      c32 = x3.fma(b2, c32);
      c33 = x3.fma(b3, c33);
    }
    // No helper here: the compiler stops inlining ordinary methods this late in a large one, and a
    // vector passed to a real call is boxed in every iteration.
    c00.intoArray(c, block.end(0, 0));
    c01.intoArray(c, block.end(0, 1));
    c02.intoArray(c, block.end(0, 2));
    c03.intoArray(c, block.end(0, 3));
    c10.intoArray(c, block.end(1, 0));
    c11.intoArray(c, block.end(1, 1));
    c12.intoArray(c, block.end(1, 2));
    c13.intoArray(c, block.end(1, 3));
    c20.intoArray(c, block.end(2, 0));
    c21.intoArray(c, block.end(2, 1));
    c22.intoArray(c, block.end(2, 2));
    c23.intoArray(c, block.end(2, 3));
    c30.intoArray(c, block.end(3, 0));
    c31.intoArray(c, block.end(3, 1));
    c32.intoArray(c, block.end(3, 2));
    c33.intoArray(c, block.end(3, 3));
  }
}
