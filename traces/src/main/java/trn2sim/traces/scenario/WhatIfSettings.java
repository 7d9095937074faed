package trn2sim.traces.scenario;

import java.util.Optional;
import trn2sim.hw.link.LostLinks;
import trn2sim.hw.machine.Disturbances;
import trn2sim.hw.machine.Disturbances.Straggler;

/**
 * How the machine of a scenario differs from a healthy one.
 *
 * @param straggler a slow core
 * @param lostLinks links that may not be used
 * @param dmaJitter largest relative change of a first-data latency
 * @param replications runs with random numbers of their own, the shown one included
 */
public record WhatIfSettings(
    Optional<Straggler> straggler, LostLinks lostLinks, double dmaJitter, int replications) {
  /** A healthy machine, run once. */
  public static final WhatIfSettings NONE =
      new WhatIfSettings(Optional.empty(), LostLinks.NONE, 0, 1);

  /** The disturbances of one of the replications. */
  public Disturbances disturbances(long seed, int replication) {
    return new Disturbances(straggler, dmaJitter, seed, replication);
  }
}
