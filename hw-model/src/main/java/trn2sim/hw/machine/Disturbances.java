package trn2sim.hw.machine;

import java.util.Optional;
import trn2sim.core.sim.RandomStream;
import trn2sim.hw.dma.Jitter;

/**
 * What is not as usual on a machine.
 *
 * @param straggler a core that is slower than the others
 * @param dmaJitter the largest relative change of a first-data latency, 0 for none
 * @param seed of the random streams, one for each core
 * @param replication which of several equally likely runs this is
 */
public record Disturbances(
    Optional<Straggler> straggler, double dmaJitter, long seed, int replication) {
  /** All is as usual. */
  public static final Disturbances NONE = new Disturbances(Optional.empty(), 0, 0, 0);

  /**
   * A slow core.
   *
   * @param factor how many times as long as usual its engines take
   */
  public record Straggler(int core, double factor) {}

  Slowdown slowdown(int core) {
    return straggler
        .filter(slow -> slow.core == core)
        .map(slow -> new Slowdown(slow.factor))
        .orElse(Slowdown.NONE);
  }

  Jitter jitter(int core) {
    return dmaJitter == 0
        ? Jitter.NONE
        : Jitter.uniform(dmaJitter, new RandomStream(seed, replication, core));
  }
}
