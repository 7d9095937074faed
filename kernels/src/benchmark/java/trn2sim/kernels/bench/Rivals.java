package trn2sim.kernels.bench;

import dev.ludovic.netlib.blas.BLAS;
import trn2sim.kernels.math.Tile;

/** Other ways to compute the same fp32 product. */
final class Rivals {
  private Rivals() {}

  /**
   * The product by sgemm. BLAS is column-major, so it sees the operands transposed and computes the
   * transposed product; the stationary operand is then the one to transpose.
   */
  static Runnable blas(BLAS blas, Operands o) {
    float[] a = Operands.floats(o.stationary());
    float[] b = Operands.floats(o.moving());
    float[] c = Operands.floats(o.product());
    int m = o.rows();
    int n = o.cols();
    return () -> blas.sgemm("N", "T", n, m, o.depth(), 1f, b, n, a, m, 0f, c, n);
  }

  /** The same with the stationary operand stored as [M x K], so that nothing is transposed. */
  static Runnable blasNotTransposed(BLAS blas, Operands o) {
    float[] a = transposed(o.stationary());
    float[] b = Operands.floats(o.moving());
    float[] c = Operands.floats(o.product());
    int n = o.cols();
    return () -> blas.sgemm("N", "N", n, o.rows(), o.depth(), 1f, b, n, a, o.depth(), 0f, c, n);
  }

  /** The same with both operands stored along k, so that dot products run over neighbours. */
  static Runnable blasBothAlongDepth(BLAS blas, Operands o) {
    float[] a = transposed(o.stationary());
    float[] b = transposed(o.moving());
    float[] c = Operands.floats(o.product());
    int k = o.depth();
    return () -> blas.sgemm("T", "N", o.cols(), o.rows(), k, 1f, b, k, a, k, 0f, c, o.cols());
  }

  /** Three loops over arrays, k innermost, one fused multiply-add at a time. */
  static Runnable naive(Operands o) {
    float[] a = Operands.floats(o.stationary());
    float[] b = Operands.floats(o.moving());
    float[] c = Operands.floats(o.product());
    int rows = o.rows();
    int cols = o.cols();
    return () -> {
      for (int m = 0; m < rows; m++) {
        for (int n = 0; n < cols; n++) {
          c[m * cols + n] = dot(a, m, rows, b, n, cols, o.depth());
        }
      }
    };
  }

  private static float dot(float[] a, int m, int rows, float[] b, int n, int cols, int depth) {
    float sum = 0;
    for (int k = 0; k < depth; k++) {
      sum = Math.fma(a[k * rows + m], b[k * cols + n], sum);
    }
    return sum;
  }

  private static float[] transposed(Tile tile) {
    float[] result = new float[tile.rows() * tile.cols()];
    for (int r = 0; r < tile.rows(); r++) {
      for (int c = 0; c < tile.cols(); c++) {
        result[c * tile.rows() + r] = tile.get(r, c);
      }
    }
    return result;
  }
}
