package trn2sim.hw.collective;

import java.util.List;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.RankGroup;

/** The ranks of a run in groups, each with its plan for all-gathers if the program has any. */
public record Grouping(List<RankGroup> groups, List<AllGatherPlan> plans) {
  public Grouping {
    groups = List.copyOf(groups);
    plans = List.copyOf(plans);
  }

  /** The position of the group a rank belongs to. */
  int of(int rank) {
    for (int group = 0; group < groups.size(); group++) {
      if (groups.get(group).ranks().contains(rank)) {
        return group;
      }
    }
    throw new IllegalArgumentException("rank " + rank + " is in no group");
  }

  /** The ranks of a rank's group, in their order. */
  List<Integer> peers(int rank) {
    return groups.get(of(rank)).ranks();
  }

  /** The place of a rank in its group. */
  public int member(int rank) {
    return peers(rank).indexOf(rank);
  }
}
