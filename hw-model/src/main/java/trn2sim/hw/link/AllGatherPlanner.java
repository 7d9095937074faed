package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes all-gather plans: picks the algorithm by size, falls back to the ring where it does not
 * apply, and routes the ring's hops where no ring of neighbours exists.
 */
public record AllGatherPlanner(RankPlacement placement, LostLinks lost) {
  /** Plans over all links. */
  public AllGatherPlanner(RankPlacement placement) {
    this(placement, LostLinks.NONE);
  }

  /** Returns the plan the runtime would choose for the gathered size (all ranks' chunks). */
  public AllGatherPlan plan(RankGroup group, long totalBytes) {
    int chips = group.byChip(placement).size();
    if (chips == group.size() && chips > 1) {
      return ring(group, "groups with one rank per chip use the ring");
    }
    AllGatherAlgorithm algorithm = AllGatherAlgorithm.forBytes(totalBytes);
    return plan(group, algorithm, totalBytes + " B gathered: " + algorithm);
  }

  /** Returns a plan by the given algorithm, or by the ring if it does not apply. */
  public AllGatherPlan plan(RankGroup group, AllGatherAlgorithm algorithm) {
    return plan(group, algorithm, algorithm + " asked for");
  }

  private AllGatherPlan plan(RankGroup group, AllGatherAlgorithm algorithm, String why) {
    return switch (algorithm) {
      case RING -> ring(group, why);
      case MESH -> oneChannel(group, algorithm, why, new MeshSteps(wiring()).steps(group));
      case RDH -> {
        Optional<String> obstacle = RdhSteps.obstacle(group, placement);
        yield obstacle.isPresent()
            ? ring(group, why + "; ring instead: " + obstacle.get())
            : oneChannel(group, algorithm, why, new RdhSteps(wiring()).steps(group));
      }
      case KANGARING -> kangaRing(group, why);
    };
  }

  private static AllGatherPlan oneChannel(
      RankGroup group, AllGatherAlgorithm algorithm, String why, List<PlanStep> steps) {
    return new AllGatherPlan(group, algorithm, why, List.of(steps));
  }

  private AllGatherPlan kangaRing(RankGroup group, String why) {
    Optional<String> obstacle = KangaRingSteps.obstacle(group, placement);
    if (obstacle.isPresent()) {
      return ring(group, why + "; ring instead: " + obstacle.get());
    }
    try {
      RingEmbedding embedding = embed(group);
      List<List<PlanStep>> channels = new ArrayList<>();
      for (int channel = 0; channel < embedding.channels(); channel++) {
        channels.add(new KangaRingSteps(wiring()).around(embedding.order(channel), channel));
      }
      return new AllGatherPlan(group, AllGatherAlgorithm.KANGARING, why, channels);
    } catch (NoRingException noRing) {
      return routedRing(group, why + "; routed ring instead: " + noRing.reason());
    }
  }

  private AllGatherPlan ring(RankGroup group, String why) {
    try {
      List<List<PlanStep>> channels = new ArrayList<>();
      for (RingEmbedding.ChannelRing ring : embed(group).rings()) {
        channels.add(new RingSteps(wiring()).around(ring.order()));
      }
      return new AllGatherPlan(group, AllGatherAlgorithm.RING, why, channels);
    } catch (NoRingException noRing) {
      return routedRing(group, why + "; hops are routed: " + noRing.reason());
    }
  }

  /** Any rank can write to any other through forwarding chips, only not at full link rate. */
  private AllGatherPlan routedRing(RankGroup group, String why) {
    List<PlanStep> steps = new RingSteps(wiring()).around(new RingOrder(group.ranks()));
    return oneChannel(group, AllGatherAlgorithm.RING, why, steps);
  }

  /** One ring per outbound link on whole instances, both directions of one ring elsewhere. */
  private RingEmbedding embed(RankGroup group) {
    int chips = group.byChip(placement).size();
    int channels = chips > 1 ? Channels.limit(placement, group) : 2;
    return new RingEmbedder(placement, lost).embed(group, channels);
  }

  private Wiring wiring() {
    return new Wiring(placement, new Router(placement.topology(), lost));
  }
}
