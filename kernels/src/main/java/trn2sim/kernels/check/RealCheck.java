package trn2sim.kernels.check;

import java.util.Locale;
import trn2sim.core.sim.SplitMix;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Tile;

/**
 * Compares an output with left times right in fp64, each element within its {@link Tolerance}.
 * Small products are computed whole; large ones at sampled tiles, and everywhere by {@link
 * Freivalds}' method.
 */
final class RealCheck {
  private static final double WHOLE_LIMIT = 1L << 27;
  private static final int SAMPLES = 12;
  private static final int SAMPLE_ROWS = 16;
  private static final int SAMPLE_COLS = 32;

  private final Operand left;
  private final Operand right;
  private final Tile actual;
  private final Tolerance tolerance;

  RealCheck(Problem.Product product, Tile actual, RoundingMode mode) {
    this.left = Operand.stacked(product.left());
    this.right = Operand.of(product.right());
    this.actual = actual;
    this.tolerance = new Tolerance(product, actual, mode);
  }

  RankVerdict verdict(int rank, long seed) {
    boolean whole = (double) left.rows() * left.cols() * right.cols() <= WHOLE_LIMIT;
    Comparison found =
        whole
            ? Chunks.of(left.rows(), SAMPLE_ROWS)
                .reduce(
                    Comparison.NONE,
                    (first, count) -> compare(first, count, 0, right.cols()),
                    Comparison::and)
            : sample(seed).and(new Freivalds(left, right, actual, tolerance, seed).check());
    return new RankVerdict(
        rank,
        found.wrong().isEmpty(),
        found.relErr(),
        found.maxError(),
        found.bound(),
        whole ? "whole fp64 product" : sampled(),
        whole ? Mismatch.among(actual, found.wrong()) : found.wrong());
  }

  private static String sampled() {
    return String.format(
        Locale.ROOT,
        "fp64 at %d sampled %dx%d tiles and wherever Freivalds' check over %d-column blocks"
            + " exceeds %.0f sigma",
        SAMPLES,
        SAMPLE_ROWS,
        SAMPLE_COLS,
        Freivalds.BLOCK,
        Freivalds.SIGMAS);
  }

  private Comparison sample(long seed) {
    return Chunks.of(SAMPLES, 1)
        .reduce(Comparison.NONE, (i, one) -> sample(seed, i), Comparison::and);
  }

  private Comparison sample(long seed, int number) {
    long place = SplitMix.mix(SplitMix.mix(seed) + number);
    int rows = Math.min(SAMPLE_ROWS, left.rows());
    int cols = Math.min(SAMPLE_COLS, right.cols());
    int row = (int) Math.floorMod(place, left.rows() - rows + 1L);
    int col = (int) Math.floorMod(place >>> 32, right.cols() - cols + 1L);
    return compare(row, rows, col, cols);
  }

  private Comparison compare(int firstRow, int rows, int firstCol, int cols) {
    float[] columns = right.part(0, right.rows(), firstCol, cols);
    float[] values = left.rows(firstRow, rows);
    float[] outputs = new float[cols];
    Comparison found = Comparison.NONE;
    for (int i = 0; i < rows; i++) {
      double length = Tolerance.length(values, i * left.cols(), left.cols());
      double[] expected = product(values, i * left.cols(), columns, cols);
      actual.data().decode(actual.row(firstRow + i).part(firstCol, cols), outputs, 0);
      for (int j = 0; j < cols; j++) {
        int row = firstRow + i;
        found = found.and(tolerance.compare(length, row, firstCol + j, expected[j], outputs[j]));
      }
    }
    return found;
  }

  private double[] product(float[] row, int at, float[] columns, int cols) {
    double[] sums = new double[cols];
    for (int k = 0; k < left.cols(); k++) {
      double factor = row[at + k];
      for (int j = 0; j < cols; j++) {
        sums[j] += factor * columns[k * cols + j];
      }
    }
    return sums;
  }
}
