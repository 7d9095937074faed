package trn2sim.kernels.functional;

import java.util.Arrays;
import java.util.Locale;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

/**
 * Compares an output with left times right, recomputed in fp64 by code that shares nothing with the
 * datapath. Small products are recomputed whole. Large ones are recomputed at sampled tiles, and
 * checked everywhere by Freivalds' method over blocks of columns: output times a random sign vector
 * must agree with left times (right times that vector).
 */
final class ProductCheck {
  private static final double WHOLE_LIMIT = 1L << 27;
  private static final int VECTORS = 2;
  private static final int BLOCK = 128;
  private static final int SAMPLES = 12;
  private static final int SAMPLE_ROWS = 16;
  private static final int SAMPLE_COLS = 32;

  private final Operand left;
  private final Operand right;
  private final Tile actual;
  private double maxError;
  private double maxExpected;
  private boolean finite = true;
  private int inexact;

  ProductCheck(Problem.Product product, Tile actual) {
    this.left = Operand.stacked(product.left());
    this.right = Operand.of(product.right());
    this.actual = actual;
  }

  RankVerdict verdict(int rank, DataKind data, long seed) {
    double work = (double) left.rows() * left.cols() * right.cols();
    boolean whole = work <= WHOLE_LIMIT;
    double bound = data == DataKind.INTEGERS ? 0 : bound();
    boolean agrees = true;
    if (whole) {
      compare(0, left.rows(), 0, right.cols());
    } else {
      sample(seed);
      agrees = new Freivalds(left, right, actual, BLOCK).agrees(VECTORS, seed, bound());
    }
    double relErr = maxExpected == 0 ? maxError : maxError / maxExpected;
    boolean exact = data != DataKind.INTEGERS || inexact == 0;
    boolean passed = finite && agrees && exact && (data == DataKind.INTEGERS || relErr <= bound);
    return new RankVerdict(rank, passed, relErr, maxError, bound, reference(whole, data));
  }

  private static String reference(boolean whole, DataKind data) {
    String how =
        whole
            ? "whole fp64 product"
            : String.format(
                Locale.ROOT,
                "fp64 at %d sampled %dx%d tiles, Freivalds with %d vectors over %d-column blocks",
                SAMPLES,
                SAMPLE_ROWS,
                SAMPLE_COLS,
                VECTORS,
                BLOCK);
    return data == DataKind.INTEGERS ? how + ", equality required" : how;
  }

  /**
   * Relative to the largest value: rounding the result once costs at most its type's unit roundoff,
   * K additions in fp32 at most K times 2^-24.
   */
  private double bound() {
    double unit = unitRoundoff(actual.data().type());
    return unit + left.cols() * 0x1p-24;
  }

  private static double unitRoundoff(DType type) {
    return switch (type) {
      case FP32, INT32 -> 0x1p-24;
      case TF32, FP16 -> 0x1p-11;
      case BF16 -> 0x1p-8;
      case FP8_E4M3 -> 0x1p-4;
      case FP8_E5M2 -> 0x1p-3;
    };
  }

  private void sample(long seed) {
    long state = seed;
    for (int i = 0; i < SAMPLES; i++) {
      state = TensorFill.mix(state + i + 1);
      int rows = Math.min(SAMPLE_ROWS, left.rows());
      int cols = Math.min(SAMPLE_COLS, right.cols());
      int row = (int) Math.floorMod(state, left.rows() - rows + 1L);
      int col = (int) Math.floorMod(state >>> 32, right.cols() - cols + 1L);
      compare(row, rows, col, cols);
    }
  }

  private void compare(int firstRow, int rows, int firstCol, int cols) {
    double[] expected = new double[cols];
    double[][] rightRows = new double[left.cols()][];
    for (int k = 0; k < left.cols(); k++) {
      rightRows[k] = right.row(k, firstCol, cols);
    }
    for (int i = 0; i < rows; i++) {
      Arrays.fill(expected, 0);
      double[] leftRow = left.row(firstRow + i, 0, left.cols());
      for (int k = 0; k < left.cols(); k++) {
        double[] rightRow = rightRows[k];
        double factor = leftRow[k];
        for (int j = 0; j < cols; j++) {
          expected[j] += factor * rightRow[j];
        }
      }
      compareRow(firstRow + i, firstCol, expected);
    }
  }

  private void compareRow(int row, int firstCol, double[] expected) {
    Storage rounded = Storage.allocate(actual.data().type(), 1);
    for (int j = 0; j < expected.length; j++) {
      double value = actual.get(row, firstCol + j);
      rounded.set(0, (float) expected[j], Rounding.NEAREST_EVEN);
      if (value != rounded.get(0)) {
        inexact++;
      }
      boolean overflown = Double.isInfinite(value) && value == rounded.get(0);
      finite &= Double.isFinite(value) || overflown;
      double error = overflown ? 0 : Math.abs(value - expected[j]);
      maxError = Double.isNaN(error) ? Double.NaN : Math.max(maxError, error);
      maxExpected = Math.max(maxExpected, Math.abs(expected[j]));
    }
  }
}
