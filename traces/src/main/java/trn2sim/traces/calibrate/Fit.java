package trn2sim.traces.calibrate;

import java.util.Arrays;
import java.util.List;

/**
 * Values that make the model agree with the middle times, by iterated least squares in which an
 * observation that is far off counts less (Huber's weights): a few odd kinds of instruction change
 * little.
 */
final class Fit {
  /** What is closer than this to the device's value counts as that. */
  static final double SAME = 0.002;

  private static final int ROUNDS = 40;
  private static final double HUBER = 1.5;
  private static final double LONGEST_STEP = 0.5;
  private static final double CLOSE = 1e-5;
  private static final double RIDGE = 1e-9;

  private final Model model;
  private final List<Integer> unknowns;
  private final double[] measured;
  private final double[] sigma;
  private final double[] changes;
  private double[][] normal;
  private double misfit;

  Fit(Model model, List<Observation> observations, int tunables, List<Integer> unknowns) {
    this.model = model;
    this.unknowns = unknowns;
    measured = observations.stream().mapToDouble(Observation::medianPs).toArray();
    sigma = observations.stream().mapToDouble(Observation::sigmaPs).toArray();
    changes = new double[tunables];
    normal = new double[unknowns.size()][unknowns.size()];
    solve();
  }

  private void solve() {
    for (int round = 0; round < ROUNDS && !unknowns.isEmpty(); round++) {
      double[][] slopes = model.slopes(changes, unknowns);
      double[] residual = residuals();
      double[] right = new double[unknowns.size()];
      normal = new double[unknowns.size()][unknowns.size()];
      for (int i = 0; i < measured.length; i++) {
        double weight = Math.min(1, HUBER / Math.max(1e-12, Math.abs(residual[i])));
        for (int a = 0; a < right.length; a++) {
          double slope = slopes[i][unknowns.get(a)] / sigma[i];
          right[a] += weight * slope * residual[i];
          for (int b = 0; b < right.length; b++) {
            normal[a][b] += weight * slope * slopes[i][unknowns.get(b)] / sigma[i];
          }
        }
      }
      double[] step = Elimination.solve(ridged(), right);
      double longest = 0;
      for (int a = 0; a < step.length; a++) {
        double bounded = Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step[a]));
        changes[unknowns.get(a)] += bounded;
        longest = Math.max(longest, Math.abs(bounded));
      }
      if (longest < CLOSE) {
        break;
      }
    }
    misfit = misfit(residuals());
  }

  private double[] residuals() {
    double[] predicted = model.predict(changes);
    double[] residual = new double[measured.length];
    for (int i = 0; i < residual.length; i++) {
      residual[i] = (measured[i] - predicted[i]) / sigma[i];
    }
    return residual;
  }

  /** How far observations are off, in units of how well they are known; one at least. */
  private static double misfit(double[] residual) {
    double[] off = residual.clone();
    for (int i = 0; i < off.length; i++) {
      off[i] = Math.abs(off[i]);
    }
    Arrays.sort(off);
    return off.length == 0 ? 1 : Math.max(1, 1.4826 * off[off.length / 2]);
  }

  private double[][] ridged() {
    double[][] matrix = new double[normal.length][];
    for (int a = 0; a < matrix.length; a++) {
      matrix[a] = normal[a].clone();
      matrix[a][a] += RIDGE * normal[a][a] + Double.MIN_NORMAL;
    }
    return matrix;
  }

  /** The change of a parameter, in times itself. */
  double change(int tunable) {
    return changes[tunable];
  }

  /** Whether the best value is not the device's. */
  boolean moved(int tunable) {
    return unknowns.contains(tunable)
        && Math.abs(change(tunable)) >= Math.max(SAME, uncertainty(tunable));
  }

  /** Two standard errors of that. */
  double uncertainty(int tunable) {
    int at = unknowns.indexOf(tunable);
    double[] unit = new double[unknowns.size()];
    unit[at] = 1;
    return 2 * misfit * Math.sqrt(Math.max(0, Elimination.solve(ridged(), unit)[at]));
  }
}
