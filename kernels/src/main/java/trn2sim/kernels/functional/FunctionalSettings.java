package trn2sim.kernels.functional;

import trn2sim.kernels.math.RoundingMode;

/** What a run computes with: inputs, rounding, and the seed of both. */
public record FunctionalSettings(DataKind data, RoundingMode rounding, long seed) {
  /** Values rounded to nearest. */
  public FunctionalSettings(DataKind data, long seed) {
    this(data, RoundingMode.NEAREST, seed);
  }
}
