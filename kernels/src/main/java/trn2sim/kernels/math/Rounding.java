package trn2sim.kernels.math;

/**
 * How a value is rounded when it is written in a narrower type: to nearest with ties to even, or
 * stochastically.
 *
 * <p>Stochastic rounding draws from a counter-based generator: the bits depend on the seed, on the
 * instruction and on the index of the element written, never on the order of calls, so results do
 * not change with threads or lane width.
 */
public record Rounding(boolean stochastic, long seed) {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** Round to nearest, ties to even: the default of the hardware. */
  public static final Rounding NEAREST_EVEN = new Rounding(false, 0);

  /** Stochastic rounding with the given seed. */
  public static Rounding stochastic(long seed) {
    return new Rounding(true, seed);
  }

  /** The same rounding with draws of its own for one instruction of one core. */
  public Rounding of(int core, int task) {
    return stochastic ? stochastic(mix(mix(seed + (core + 1L) * GOLDEN) + task)) : this;
  }

  /** Random bits for one element. */
  long bits(int index) {
    return mix(seed + (index + 1L) * GOLDEN);
  }

  /** The SplitMix64 finalizer (Steele, Lea, Flood, OOPSLA 2014). */
  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
