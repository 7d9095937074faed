package trn2sim.core.sim;

import umontreal.ssj.rng.MRG32k3a;

/**
 * A repeatable stream of uniform random numbers: SSJ's MRG32k3a, its state set from a seed, a
 * replication and the number of the stream, so that nothing else in the process matters.
 */
public final class RandomStream {
  private static final int STATE = 6;

  /** The smaller of the generator's two moduli: every part of the state must be below. */
  private static final long MODULUS = 4294944443L;

  private final MRG32k3a generator;

  public RandomStream(long seed, int replication, int number) {
    long mixed = next(next(next(seed) + replication) + number);
    long[] state = new long[STATE];
    for (int i = 0; i < STATE; i++) {
      mixed = next(mixed);
      state[i] = 1 + Long.remainderUnsigned(mixed, MODULUS - 1);
    }
    // SSJ hands out initial states from a static field; they are replaced, but one at a time.
    synchronized (RandomStream.class) {
      generator = new MRG32k3a();
    }
    generator.setSeed(state);
  }

  private static long next(long key) {
    return SplitMix.mix(key + SplitMix.GOLDEN);
  }

  /** The next number, between {@code low} and {@code high}. */
  public double uniform(double low, double high) {
    return low + (high - low) * generator.nextDouble();
  }
}
