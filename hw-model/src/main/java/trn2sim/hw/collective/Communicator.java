package trn2sim.hw.collective;

import java.util.List;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.LinkRoute;
import trn2sim.hw.link.RankGroup;
import trn2sim.hw.link.RankPlacement;
import trn2sim.hw.link.RingEmbedding;
import trn2sim.hw.link.RingOrder;
import trn2sim.hw.link.Router;

/**
 * Who talks to whom: the groups of a run with their plans for all-gathers, the ring of each for
 * permutes, and other groupings of the same ranks. Plans and rings may be missing if the program
 * has no such instruction.
 */
public record Communicator(
    RankPlacement placement,
    Router router,
    Grouping own,
    List<RingEmbedding> rings,
    List<Grouping> others) {
  public Communicator {
    rings = List.copyOf(rings);
    others = List.copyOf(others);
  }

  /** Of the run's own groups alone. */
  public Communicator(
      RankPlacement placement,
      Router router,
      List<RankGroup> groups,
      List<RingEmbedding> rings,
      List<AllGatherPlan> plans) {
    this(placement, router, new Grouping(groups, plans), rings, List.of());
  }

  public Communicator with(List<Grouping> groupings) {
    return new Communicator(placement, router, own, rings, groupings);
  }

  public List<RankGroup> groups() {
    return own.groups();
  }

  public List<AllGatherPlan> plans() {
    return own.plans();
  }

  /** The groups that a collective joins. */
  public Grouping grouping(GroupCollective collective) {
    int number = collective.peers().grouping();
    return number == 0 ? own : others.get(number - 1);
  }

  int rankOf(int core) {
    return core / placement.lnc();
  }

  /**
   * The cores in the order in which a permute passes data on.
   *
   * @throws IllegalArgumentException if explicit pairs form no rings of neighbours
   */
  public RingOrder ring(CollectivePermute permute, int core) {
    int rank = rankOf(core);
    if (permute.partners() instanceof Partners.OtherCore) {
      return new RingOrder(placement.cores(rank));
    }
    RingOrder order = ranks(permute, rank);
    return new RingOrder(order.ranks().stream().map(member -> peer(core, member)).toList());
  }

  /** The same of ranks, where the partners are not those of the core's own. */
  private RingOrder ranks(CollectivePermute permute, int rank) {
    int group = own.of(rank);
    return permute.partners() instanceof Partners.Pairs pairs
        ? explicit(pairs, groups().get(group), rank)
        : rings.get(group).order(permute.channel());
  }

  /** The cores, itself among them, whose arrival a collective of this core waits for. */
  public List<Integer> partners(Instruction collective, int core) {
    if (collective instanceof CollectivePermute permute) {
      int rank = rankOf(core);
      if (permute.partners() instanceof Partners.OtherCore) {
        return placement.cores(rank);
      }
      RingOrder order = ranks(permute, rank);
      return List.of(core, peer(core, order.predecessor(rank)), peer(core, order.successor(rank)));
    }
    List<Integer> members = grouping((GroupCollective) collective).peers(rankOf(core));
    return members.stream().map(member -> peer(core, member)).toList();
  }

  /** The runtime accepts only rings of adjacent ranks; through switches all chips are. */
  private RingOrder explicit(Partners.Pairs pairs, RankGroup group, int member) {
    if (!pairs.joins(group.size())) {
      throw new IllegalArgumentException(
          "found "
              + pairs.pairs()
              + ", expected pairs in which each of the "
              + group.size()
              + " members sends once and receives once");
    }
    List<Integer> members = pairs.ring(group.ranks().indexOf(member));
    RingOrder ring = new RingOrder(members.stream().map(group.ranks()::get).toList());
    for (int rank : ring.ranks()) {
      LinkRoute route = router.route(placement, rank, ring.successor(rank));
      if (route.chipHops() > 1 && !placement.topology().switched()) {
        throw new IllegalArgumentException(
            "found rank "
                + rank
                + " sending to "
                + ring.successor(rank)
                + ", which is "
                + route.chipHops()
                + " chips away, expected a rank on the same or a neighbouring chip");
      }
    }
    return ring;
  }

  /** The core of another rank that corresponds to {@code core}. */
  int peer(int core, int rank) {
    return placement.cores(rank).get(core % placement.lnc());
  }
}
