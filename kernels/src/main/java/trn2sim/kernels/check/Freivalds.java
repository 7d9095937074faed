package trn2sim.kernels.check;

import java.util.Arrays;
import trn2sim.core.sim.SplitMix;
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

  /** Projections that stay in half of a first-level cache of 64 KiB. */
  private static final int CACHED = 8192;

  private static final int UNROLL = 4;

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
      long bits = SplitMix.mix(seed + 1_000_003L * (j / BLOCK));
      float size = 1 + (float) ((j ^ bits >>> 32) & BLOCK - 1) / BLOCK;
      weights[j] = (bits >>> j % BLOCK & 1) == 0 ? size : -size;
    }
    return weights;
  }

  /** Right times the vectors: for every k the sum of each block, and rows of zeros to the end. */
  private float[][] project() {
    float[][] sums = new float[(depth + UNROLL - 1) / UNROLL * UNROLL][blocks];
    Chunks.of(depth, ROWS).forEach((first, count) -> project(first, count, sums));
    return sums;
  }

  private void project(int first, int count, float[][] sums) {
    for (int k = first; k < first + count; k++) {
      float[] row = right.rows(k, 1);
      for (int j = 0; j < row.length; j++) {
        sums[k][j / BLOCK] += weights[j] * row[j];
      }
    }
  }

  /** Compares what looks wrong with exact values. */
  Comparison check() {
    return Chunks.of(left.rows(), ROWS).reduce(Comparison.NONE, this::check, Comparison::and);
  }

  private Comparison check(int firstRow, int rows) {
    // Spare elements: the last step of a row may look beyond it, at factors of zeros.
    float[] values = Arrays.copyOf(left.rows(firstRow, rows), rows * depth + UNROLL);
    float[][] expected = multiply(values, rows);
    float[] outputs = new float[right.cols()];
    Comparison found = Comparison.NONE;
    for (int i = 0; i < rows && found.wrong().isEmpty(); i++) {
      actual.data().decode(actual.row(firstRow + i), outputs, 0);
      double length = Tolerance.length(values, i * depth, depth);
      for (int b = 0; b < blocks; b++) {
        if (isSuspect(length, b, outputs, expected[i][b])) {
          found = found.and(exact(length, firstRow + i, b, values, i * depth, outputs));
        }
      }
    }
    return found;
  }

  private float[][] multiply(float[] values, int rows) {
    float[][] sums = new float[rows][blocks];
    int step = Math.max(UNROLL, CACHED / blocks / UNROLL * UNROLL);
    for (int from = 0; from < depth; from += step) {
      int to = Math.min(depth, from + step);
      for (int i = 0; i < rows; i += 2) {
        int other = Math.min(i + 1, rows - 1);
        float[] unused = other == i ? new float[blocks] : sums[other];
        pair(values, i * depth, other * depth, from, to, sums[i], unused);
      }
    }
    return sums;
  }

  private void pair(
      float[] rows, int at, int other, int from, int to, float[] sums, float[] others) {
    float[][] p = projected;
    for (int k = from; k < to; k += UNROLL) {
      add(rows, at + k, other + k, p[k], p[k + 1], p[k + 2], p[k + 3], sums, others);
    }
  }

  /** Two rows at once; written for the compiler, which makes vector instructions of the loop. */
  private static void add(
      float[] rows,
      int at,
      int other,
      float[] p0,
      float[] p1,
      float[] p2,
      float[] p3,
      float[] x,
      float[] y) {
    float x0 = rows[at], x1 = rows[at + 1], x2 = rows[at + 2], x3 = rows[at + 3];
    float y0 = rows[other], y1 = rows[other + 1], y2 = rows[other + 2], y3 = rows[other + 3];
    for (int b = 0; b < x.length; b++) {
      float two = Math.fma(x2, p2[b], Math.fma(x3, p3[b], x[b]));
      x[b] = Math.fma(x0, p0[b], Math.fma(x1, p1[b], two));
      float too = Math.fma(y2, p2[b], Math.fma(y3, p3[b], y[b]));
      y[b] = Math.fma(y0, p0[b], Math.fma(y1, p1[b], too));
    }
  }

  private boolean isSuspect(double length, int block, float[] outputs, double expected) {
    int end = Math.min(outputs.length, (block + 1) * BLOCK);
    double sum = 0;
    double squares = 0;
    for (int j = block * BLOCK; j < end; j++) {
      double value = weights[j] * outputs[j];
      sum += value;
      squares += value * value;
    }
    double variance =
        tolerance.roundingVariance() * squares
            + tolerance.summingVariance() * length * length * lengths[block];
    double difference = sum - expected;
    return !(difference * difference <= SIGMAS * SIGMAS * variance);
  }

  private Comparison exact(
      double length, int row, int block, float[] values, int at, float[] outputs) {
    int first = block * BLOCK;
    int width = Math.min(BLOCK, right.cols() - first);
    float[] columns = right.part(0, depth, first, width);
    Comparison found = Comparison.NONE;
    for (int j = 0; j < width; j++) {
      double sum = 0;
      for (int k = 0; k < depth; k++) {
        sum += (double) values[at + k] * columns[k * width + j];
      }
      found = found.and(tolerance.compare(length, row, first + j, sum, outputs[first + j]));
    }
    return found;
  }
}
