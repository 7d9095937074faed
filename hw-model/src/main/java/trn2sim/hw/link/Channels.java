package trn2sim.hw.link;

import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.hw.spec.CollectiveSpec;

/** How many parallel rings a group uses and may use. */
public final class Channels {
  private Channels() {}

  /**
   * Returns the channels that the fine-grained ring kernels choose: with LNC=2, 2 for tp 4 to 32
   * and 4 for tp 64 and 128; 1 otherwise. Source: nki-library, fine-grained collective compute.
   */
  public static int fineGrained(int tp, int lnc) {
    if (lnc != 2) {
      return 1;
    }
    return switch (tp) {
      case 4, 8, 16, 32 -> 2;
      case 64, 128 -> 4;
      default -> 1;
    };
  }

  /**
   * Returns the most channels an implicit permute allows: 4 for a group on all chips of its
   * instances, else 2. Source: NKI API reference, collective_permute_implicit. Switches join all
   * chips alike, so there 4.
   */
  public static int limit(RankPlacement placement, RankGroup group) {
    if (placement.topology().switched()) {
      return CollectiveSpec.CHANNELS;
    }
    int chipsPerInstance = placement.topology().chipsPerInstance();
    SortedMap<Integer, Integer> chipsUsed = new TreeMap<>();
    for (int chip : group.byChip(placement).keySet()) {
      chipsUsed.merge(chip / chipsPerInstance, 1, Integer::sum);
    }
    return chipsUsed.values().stream().allMatch(used -> used == chipsPerInstance) ? 4 : 2;
  }
}
