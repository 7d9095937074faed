package trn2sim.kernels.functional;

import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.kernels.math.Tile;

/** Compares an output with left times right, by code that shares nothing with the datapath. */
final class ProductCheck {
  private ProductCheck() {}

  static RankVerdict verdict(
      int rank, Problem.Product expected, Tile actual, FunctionalSettings settings) {
    RoundingMode mode = settings.rounding();
    return settings.data() == DataKind.INTEGERS
        ? new IntegerCheck(expected, actual, mode).verdict(rank)
        : new RealCheck(expected, actual, mode).verdict(rank, settings.seed());
  }
}
