package trn2sim.core.sim;

/**
 * The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): bits that depend on a key alone,
 * never on the order of calls.
 */
public final class SplitMix {
  /** 2^64 over the golden ratio: what keys of one sequence are apart. */
  public static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private SplitMix() {}

  /** The bits for a key. */
  public static long mix(long key) {
    long z = (key ^ (key >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
