package trn2sim.kernels.math;

/**
 * How a value is rounded when it is written in a narrower type: to nearest with ties to even, or
 * stochastically.
 *
 * <p>Stochastic rounding draws from a counter-based generator: the bits depend on the seed and on
 * the index of the element written, never on the order of calls, so results do not change with
 * threads or lane width.
 */
public record Rounding(boolean stochastic, long seed) {
  /** Round to nearest, ties to even: the default of the hardware. */
  public static final Rounding NEAREST_EVEN = new Rounding(false, 0);

  /** Stochastic rounding with the given seed. */
  public static Rounding stochastic(long seed) {
    return new Rounding(true, seed);
  }

  /** Random bits for one element: the SplitMix64 finalizer over seed and index. */
  long bits(int index) {
    long z = seed + (index + 1L) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
