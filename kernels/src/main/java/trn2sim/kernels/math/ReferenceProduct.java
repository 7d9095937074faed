package trn2sim.kernels.math;

/**
 * A matrix product in double precision to check others against: left [rows x depth] times right
 * [depth x cols]. It shares no code with the tile arithmetic.
 */
public record ReferenceProduct(Matrix left, Matrix right, int rows, int depth, int cols) {
  /** Elements of a matrix by row and column. */
  @FunctionalInterface
  public interface Matrix {
    double at(int row, int col);
  }

  /** The whole product, row by row. */
  public double[] product() {
    return part(0, rows, 0, cols);
  }

  /** Some rows and columns of the product, row by row. */
  public double[] part(int row, int rowCount, int col, int colCount) {
    double[] result = new double[rowCount * colCount];
    for (int k = 0; k < depth; k++) {
      for (int r = 0; r < rowCount; r++) {
        double factor = left.at(row + r, k);
        for (int c = 0; c < colCount; c++) {
          result[r * colCount + c] += factor * right.at(k, col + c);
        }
      }
    }
    return result;
  }

  /**
   * Freivalds' check of a candidate product C with one random vector x of signs: the largest over
   * the rows of |C x - A (B x)| / (|A| |B| 1). It costs three matrix-vector products.
   *
   * <p>A product accumulated in fp32 stays within {@link #accumulationBound}; one wrong element is
   * seen if it is off by more than that share of the row's magnitude. NaN anywhere gives infinity.
   *
   * <p>Source: R. Freivalds, Probabilistic machines can use less running time, IFIP 1977.
   */
  public double freivalds(Matrix candidate, long seed) {
    double[] inner = new double[depth];
    double[] innerSize = new double[depth];
    for (int k = 0; k < depth; k++) {
      for (int c = 0; c < cols; c++) {
        inner[k] += right.at(k, c) * sign(seed, c);
        innerSize[k] += Math.abs(right.at(k, c));
      }
    }
    double worst = 0;
    for (int r = 0; r < rows; r++) {
      double ratio = ratio(candidate, r, inner, innerSize, seed);
      worst = Double.isNaN(ratio) ? Double.POSITIVE_INFINITY : Math.max(worst, ratio);
    }
    return worst;
  }

  private double ratio(Matrix candidate, int row, double[] inner, double[] innerSize, long seed) {
    double difference = 0;
    double size = 0;
    for (int c = 0; c < cols; c++) {
      difference += candidate.at(row, c) * sign(seed, c);
    }
    for (int k = 0; k < depth; k++) {
      difference -= left.at(row, k) * inner[k];
      size += Math.abs(left.at(row, k)) * innerSize[k];
    }
    return difference == 0 ? 0 : Math.abs(difference) / size;
  }

  /**
   * Largest share of |A| |B| by which a product accumulated in fp32 over the given depth may be off:
   * depth * u / (1 - depth * u) with u = 2^-24.
   *
   * <p>Source: N. Higham, Accuracy and Stability of Numerical Algorithms, section 3.1.
   */
  public static double accumulationBound(int depth) {
    double share = depth * 0x1p-24;
    return share / (1 - share);
  }

  private static int sign(long seed, int index) {
    long z = (seed ^ 0x5851F42D4C957F2DL) + index * 0xD1342543DE82EF95L;
    z = (z ^ (z >>> 32)) * 0xDABA0B6EB09322E3L;
    z = (z ^ (z >>> 32)) * 0xDABA0B6EB09322E3L;
    return (z ^ (z >>> 32)) < 0 ? -1 : 1;
  }
}
