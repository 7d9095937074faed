package trn2sim.kernels.math;

import trn2sim.core.sim.SplitMix;

/**
 * How a value is rounded when it is written in a narrower type: to nearest with ties to even, or
 * stochastically.
 *
 * <p>Stochastic rounding draws from a counter-based generator: the bits depend on the seed, on the
 * instruction and on the index of the element written, never on the order of calls, so results do
 * not change with threads or lane width.
 */
public record Rounding(boolean stochastic, long seed) {
  /** Round to nearest, ties to even: the default of the hardware. */
  public static final Rounding NEAREST_EVEN = new Rounding(false, 0);

  /** Stochastic rounding with the given seed. */
  public static Rounding stochastic(long seed) {
    return new Rounding(true, seed);
  }

  /** The same rounding with draws of its own for one instruction of one core. */
  public Rounding of(int core, int task) {
    return stochastic
        ? stochastic(SplitMix.mix(SplitMix.mix(seed + (core + 1L) * SplitMix.GOLDEN) + task))
        : this;
  }

  /** Random bits for one element. */
  long bits(int index) {
    return SplitMix.mix(seed + (index + 1L) * SplitMix.GOLDEN);
  }
}
