package trn2sim.kernels.functional;

import java.util.Arrays;
import java.util.stream.IntStream;
import trn2sim.kernels.math.Tile;

/**
 * Freivalds' check of a product (Freivalds, IFIP 1977) over narrow blocks of columns: every row of
 * the output times a random vector must agree with that row of the left operand times (right times
 * the vector). What disagrees by more than a few standard deviations of rounding noise is computed
 * again, element by element in fp64, and only that decides: noise is never taken for a fault.
 *
 * <p>No element of a vector is smaller than one, so a single wrong element shows as long as it is
 * larger than the noise of its block.
 */
final class Freivalds {
  /** Columns in a block: a power of two. */
  static final int BLOCK = 8;

  /** Rows handled at a time. */
  static final int ROWS = 32;

  /** Standard deviations of noise beyond which a block is computed again. */
  static final double SIGMAS = 4;

  /** Depth whose projections stay in a second-level cache. */
  private static final int DEPTH = 128;

  private static final int UNROLL = 8;

  private final Operand left;
  private final Operand right;
  private final Tile actual;
  private final Tolerance tolerance;
  private final int depth;
  private final int blocks;
  private final float[] weights;
  private final double[] lengths;
  private final float[][] projected;

  Freivalds(Operand left, Operand right, Tile actual, Tolerance tolerance, long seed) {
    this.left = left;
    this.right = right;
    this.actual = actual;
    this.tolerance = tolerance;
    this.depth = left.cols();
    this.blocks = (right.cols() + BLOCK - 1) / BLOCK;
    this.weights = weights(right.cols(), seed);
    this.lengths = new double[blocks];
    for (int j = 0; j < right.cols(); j++) {
      double length = weights[j] * tolerance.colLength(j);
      lengths[j / BLOCK] += length * length;
    }
    this.projected = project();
  }

  /** Different sizes from 1 to 2 within a block, random signs. */
  private static float[] weights(int cols, long seed) {
    float[] weights = new float[cols];
    for (int j = 0; j < cols; j++) {
      long bits = TensorFill.mix(seed + 1_000_003L * (j / BLOCK));
      float size = 1 + (float) ((j ^ bits >>> 32) & BLOCK - 1) / BLOCK;
      weights[j] = (bits >>> j % BLOCK & 1) == 0 ? size : -size;
    }
    return weights;
  }

  /** Right times the vectors: for every k the sum of each block; rows up to a whole unrolling. */
  private float[][] project() {
    float[][] sums = new float[(depth + UNROLL - 1) / UNROLL * UNROLL][blocks];
    IntStream.range(0, depth)
        .parallel()
        .forEach(
            k -> {
              float[] row = right.rows(k, 1);
              for (int j = 0; j < row.length; j++) {
                sums[k][j / BLOCK] += weights[j] * row[j];
              }
            });
    return sums;
  }

  /** Compares what looks wrong in some rows with exact values. */
  Comparison check() {
    return IntStream.range(0, (left.rows() + ROWS - 1) / ROWS)
        .parallel()
        .mapToObj(chunk -> check(chunk * ROWS, Math.min(ROWS, left.rows() - chunk * ROWS)))
        .reduce(Comparison.NONE, Comparison::and);
  }

  private Comparison check(int firstRow, int rows) {
    float[] values = left.rows(firstRow, rows);
    float[][] expected = new float[rows][blocks];
    for (int k = 0; k < depth; k += DEPTH) {
      for (int i = 0; i < rows; i++) {
        multiply(values, i * depth, k, Math.min(depth, k + DEPTH), expected[i]);
      }
    }
    Comparison found = Comparison.NONE;
    float[] outputs = new float[right.cols()];
    for (int i = 0; i < rows && found.wrong() == 0; i++) {
      actual.data().decode(actual.row(firstRow + i), outputs, 0);
      for (int b = 0; b < blocks; b++) {
        if (isSuspect(firstRow + i, b, outputs, expected[i][b])) {
          found = found.and(exact(firstRow + i, b, values, i * depth, outputs));
        }
      }
    }
    return found;
  }

  private void multiply(float[] row, int at, int from, int to, float[] sums) {
    float[] factors = new float[UNROLL];
    for (int k = from; k < to; k += UNROLL) {
      Arrays.fill(factors, 0);
      System.arraycopy(row, at + k, factors, 0, Math.min(UNROLL, to - k));
      add(factors, k, sums);
    }
  }

  /** Written for the compiler, which makes vector instructions of the loop. */
  private void add(float[] x, int k, float[] sums) {
    float x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
    float[] p0 = projected[k], p1 = projected[k + 1], p2 = projected[k + 2], p3 = projected[k + 3];
    float[] p4 = projected[k + 4], p5 = projected[k + 5];
    float[] p6 = projected[k + 6], p7 = projected[k + 7];
    for (int b = 0; b < sums.length; b++) {
      float low = Math.fma(x0, p0[b], Math.fma(x1, p1[b], Math.fma(x2, p2[b], x3 * p3[b])));
      float high = Math.fma(x4, p4[b], Math.fma(x5, p5[b], Math.fma(x6, p6[b], x7 * p7[b])));
      sums[b] += low + high;
    }
  }

  private boolean isSuspect(int row, int block, float[] outputs, double expected) {
    int end = Math.min(outputs.length, (block + 1) * BLOCK);
    double sum = 0;
    double squares = 0;
    for (int j = block * BLOCK; j < end; j++) {
      double value = weights[j] * outputs[j];
      sum += value;
      squares += value * value;
    }
    double length = tolerance.rowLength(row);
    double variance =
        tolerance.roundingVariance() * squares
            + tolerance.summingVariance() * length * length * lengths[block];
    double difference = sum - expected;
    return !(difference * difference <= SIGMAS * SIGMAS * variance);
  }

  private Comparison exact(int row, int block, float[] values, int at, float[] outputs) {
    int first = block * BLOCK;
    int width = Math.min(BLOCK, right.cols() - first);
    float[] columns = right.part(0, depth, first, width);
    Comparison found = Comparison.NONE;
    for (int j = 0; j < width; j++) {
      double sum = 0;
      for (int k = 0; k < depth; k++) {
        sum += (double) values[at + k] * columns[k * width + j];
      }
      found = found.and(tolerance.compare(row, first + j, sum, outputs[first + j]));
    }
    return found;
  }
}
