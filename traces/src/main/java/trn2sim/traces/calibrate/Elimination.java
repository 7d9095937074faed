package trn2sim.traces.calibrate;

import java.util.Arrays;

/** Solves small systems of linear equations, with partial pivoting. */
final class Elimination {
  private Elimination() {}

  static double[] solve(double[][] matrix, double[] right) {
    int n = right.length;
    double[][] a = new double[n][];
    for (int i = 0; i < n; i++) {
      a[i] = Arrays.copyOf(matrix[i], n + 1);
      a[i][n] = right[i];
    }
    for (int k = 0; k < n; k++) {
      int best = k;
      for (int i = k + 1; i < n; i++) {
        best = Math.abs(a[i][k]) > Math.abs(a[best][k]) ? i : best;
      }
      double[] row = a[best];
      a[best] = a[k];
      a[k] = row;
      for (int i = k + 1; i < n; i++) {
        double factor = row[k] == 0 ? 0 : a[i][k] / row[k];
        for (int j = k; j <= n; j++) {
          a[i][j] -= factor * row[j];
        }
      }
    }
    double[] solution = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double sum = a[i][n];
      for (int j = i + 1; j < n; j++) {
        sum -= a[i][j] * solution[j];
      }
      solution[i] = a[i][i] == 0 ? 0 : sum / a[i][i];
    }
    return solution;
  }
}
