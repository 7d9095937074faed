package trn2sim.kernels.check;

import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Tile;

/**
 * Compares outputs with what they should be, by code that shares nothing with the datapath.
 *
 * @param wholeNumbers whether the inputs are whole numbers, whose sums are exact
 * @param rounding how the kernel rounded
 * @param seed decides where a product is looked at
 */
public record OutputCheck(boolean wholeNumbers, RoundingMode rounding, long seed) {
  /** How the output of a rank compares. */
  public RankVerdict verdict(int rank, Problem.Expected expected, Tile actual) {
    if (expected instanceof Problem.Product product) {
      return wholeNumbers
          ? new IntegerCheck(product, actual, rounding).verdict(rank)
          : new RealCheck(product, actual, rounding).verdict(rank, seed);
    }
    return expected instanceof Problem.Elements elements
        ? ElementCheck.verdict(rank, elements, actual, rounding)
        : GatherCheck.verdict(rank, (Problem.Gathered) expected, actual);
  }
}
