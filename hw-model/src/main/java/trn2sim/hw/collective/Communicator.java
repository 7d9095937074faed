package trn2sim.hw.collective;

import java.util.List;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.Placement;
import trn2sim.hw.link.RankGroup;
import trn2sim.hw.link.RingEmbedding;
import trn2sim.hw.link.Router;

/**
 * Who talks to whom: the groups of a run, each with its rings for permutes and its plan for
 * all-gathers. Both lists may be empty if the program has no such instruction.
 */
public record Communicator(
    Placement placement,
    Router router,
    List<RankGroup> groups,
    List<RingEmbedding> rings,
    List<AllGatherPlan> plans) {
  public Communicator {
    groups = List.copyOf(groups);
    rings = List.copyOf(rings);
    plans = List.copyOf(plans);
  }

  /** The position of the group a rank belongs to. */
  int groupOf(int rank) {
    for (int group = 0; group < groups.size(); group++) {
      if (groups.get(group).ranks().contains(rank)) {
        return group;
      }
    }
    throw new IllegalArgumentException("rank " + rank + " is in no group");
  }

  int rankOf(int core) {
    return core / placement.lnc();
  }

  /** The core of another rank that corresponds to {@code core}. */
  int peer(int core, int rank) {
    return placement.cores(rank).get(core % placement.lnc());
  }
}
