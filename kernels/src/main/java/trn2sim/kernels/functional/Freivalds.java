package trn2sim.kernels.functional;

import java.util.stream.IntStream;
import trn2sim.kernels.math.Tile;

/**
 * Freivalds' probabilistic check of a product (Freivalds, IFIP 1977), over blocks of columns so
 * that rounding noise stays small against a single wrong element.
 */
final class Freivalds {
  /** Standard deviations of rounding noise that are let pass. */
  private static final double SIGMAS = 8;

  private final Operand left;
  private final Operand right;
  private final Tile actual;
  private final int block;

  Freivalds(Operand left, Operand right, Tile actual, int block) {
    this.left = left;
    this.right = right;
    this.actual = actual;
    this.block = block;
  }

  /**
   * @param bound relative error that one element may have
   */
  boolean agrees(int vectors, long seed, double bound) {
    int blocks = (right.cols() + block - 1) / block;
    for (int vector = 0; vector < vectors; vector++) {
      double[][] projected = new double[blocks][left.cols()];
      for (int k = 0; k < left.cols(); k++) {
        double[] row = right.row(k, 0, right.cols());
        for (int j = 0; j < row.length; j++) {
          projected[j / block][k] += sign(seed, vector, j) * row[j];
        }
      }
      int number = vector;
      boolean agree =
          IntStream.range(0, left.rows())
              .parallel()
              .allMatch(i -> rowAgrees(i, projected, seed, number, bound));
      if (!agree) {
        return false;
      }
    }
    return true;
  }

  private boolean rowAgrees(int i, double[][] projected, long seed, int vector, double bound) {
    double[] row = left.row(i, 0, left.cols());
    for (int b = 0; b < projected.length; b++) {
      double expected = 0;
      for (int k = 0; k < row.length; k++) {
        expected += row[k] * projected[b][k];
      }
      double sum = 0;
      double squares = 0;
      int end = Math.min(right.cols(), (b + 1) * block);
      for (int j = b * block; j < end; j++) {
        double value = actual.get(i, j);
        sum += sign(seed, vector, j) * value;
        squares += value * value;
      }
      if (!(Math.abs(sum - expected) <= SIGMAS / 2 * bound * Math.sqrt(squares))) {
        return false;
      }
    }
    return true;
  }

  private static int sign(long seed, int vector, int column) {
    return (TensorFill.mix(seed + 31L * vector + 1_000_003L * column) & 1) == 0 ? 1 : -1;
  }
}
