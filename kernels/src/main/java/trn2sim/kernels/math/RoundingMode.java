package trn2sim.kernels.math;

import java.util.Locale;

/** How the engines round when they write a narrower type, as scenarios name it. */
public enum RoundingMode {
  /** To nearest, ties to even. */
  NEAREST,
  /** Up or down at random, so that the value is right on average. */
  STOCHASTIC;

  /** The spelling in scenario files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The rounding of a run with the given seed. */
  public Rounding seeded(long seed) {
    return this == STOCHASTIC ? Rounding.stochastic(seed) : Rounding.NEAREST_EVEN;
  }
}
