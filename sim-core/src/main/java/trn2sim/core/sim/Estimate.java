package trn2sim.core.sim;

import java.util.List;
import umontreal.ssj.stat.Tally;

/**
 * What several independent observations say of a mean.
 *
 * @param halfWidth95 half the width of its 95 % confidence interval, by Student's distribution
 */
public record Estimate(int count, double mean, double halfWidth95, double min, double max) {
  /** Student's 97.5 % quantiles for 1 to 30 degrees of freedom (any statistics table). */
  private static final double[] STUDENT = {
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788,
    2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
    2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423
  };

  private static final double NORMAL = 1.959964;

  /** The estimate from at least two observations. */
  public static Estimate of(List<Double> observations) {
    if (observations.size() < 2) {
      throw new IllegalArgumentException("a confidence interval needs two observations");
    }
    Tally tally = new Tally();
    observations.forEach(tally::add);
    int count = observations.size();
    double half = quantile(count - 1) * tally.standardDeviation() / Math.sqrt(count);
    return new Estimate(count, tally.average(), half, tally.min(), tally.max());
  }

  /** Above the table, the expansion in 1/freedom (Abramowitz and Stegun 26.7.5). */
  static double quantile(int freedom) {
    if (freedom <= STUDENT.length) {
      return STUDENT[freedom - 1];
    }
    double z = NORMAL;
    double z3 = z * z * z;
    double z5 = z3 * z * z;
    double n = freedom;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
  }
}
