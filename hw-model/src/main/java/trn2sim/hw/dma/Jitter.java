package trn2sim.hw.dma;

import trn2sim.core.sim.RandomStream;

/** Latencies that vary: each is multiplied by a factor of its own, uniform around one. */
public interface Jitter {
  /** Every latency is as the device says. */
  Jitter NONE = ps -> ps;

  /** The latency this time. */
  long of(long ps);

  /**
   * Factors between {@code 1 - share} and {@code 1 + share}; none are drawn if the share is zero.
   */
  static Jitter uniform(double share, RandomStream stream) {
    return share == 0 ? NONE : ps -> Math.round(ps * stream.uniform(1 - share, 1 + share));
  }
}
