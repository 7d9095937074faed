package trn2sim.kernels.math.vector;

import static trn2sim.kernels.math.vector.Lanes.load;

import jdk.incubator.vector.FloatVector;

/** A block of six rows of four vectors, for machines with 32 vector registers. */
final class MicroKernel6x4 implements MicroKernel {
  private static final int ROWS = 6;
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
  public void multiply(Block block) {
    FloatVector c00 = block.start(0, 0), c01 = block.start(0, 1);
    FloatVector c02 = block.start(0, 2), c03 = block.start(0, 3);
    FloatVector c10 = block.start(1, 0), c11 = block.start(1, 1);
    FloatVector c12 = block.start(1, 2), c13 = block.start(1, 3);
    FloatVector c20 = block.start(2, 0), c21 = block.start(2, 1);
    FloatVector c22 = block.start(2, 2), c23 = block.start(2, 3);
    FloatVector c30 = block.start(3, 0), c31 = block.start(3, 1);
    FloatVector c32 = block.start(3, 2), c33 = block.start(3, 3);
    FloatVector c40 = block.start(4, 0), c41 = block.start(4, 1);
    FloatVector c42 = block.start(4, 2), c43 = block.start(4, 3);
    FloatVector c50 = block.start(5, 0), c51 = block.start(5, 1);
    FloatVector c52 = block.start(5, 2), c53 = block.start(5, 3);
    float[] a = block.left, b = block.right;
    int rightAt = block.rightAt, depth = block.depth;
    for (int k = 0; k < depth; k++) {
      int p = rightAt + k * (VECTORS * L), q = k * (ROWS * L);
      FloatVector b0 = load(b, p), b1 = load(b, p + L);
      FloatVector b2 = load(b, p + 2 * L), b3 = load(b, p + 3 * L);
      FloatVector x0 = load(a, q), x1 = load(a, q + L), x2 = load(a, q + 2 * L);
      FloatVector x3 = load(a, q + 3 * L), x4 = load(a, q + 4 * L), x5 = load(a, q + 5 * L);
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
      c40 = x4.fma(b0, c40);
      c41 = x4.fma(b1, c41);
      c42 = x4.fma(b2, c42);
      c43 = x4.fma(b3, c43);
      c50 = x5.fma(b0, c50);
      c51 = x5.fma(b1, c51);
      c52 = x5.fma(b2, c52);
      c53 = x5.fma(b3, c53);
    }
    finish(block, 0, c00, c01, c02, c03);
    finish(block, 1, c10, c11, c12, c13);
    finish(block, 2, c20, c21, c22, c23);
    finish(block, 3, c30, c31, c32, c33);
    finish(block, 4, c40, c41, c42, c43);
    finish(block, 5, c50, c51, c52, c53);
  }

  private static void finish(
      Block block, int row, FloatVector v0, FloatVector v1, FloatVector v2, FloatVector v3) {
    block.finish(row, 0, v0);
    block.finish(row, 1, v1);
    block.finish(row, 2, v2);
    block.finish(row, 3, v3);
  }
}
