package trn2sim.kernels.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trn2sim.core.unit.Text;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.collective.Grouping;
import trn2sim.hw.isa.Script;
import trn2sim.hw.link.AllGatherAlgorithm;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.AllGatherPlanner;
import trn2sim.hw.link.Link;
import trn2sim.hw.link.LostLinks;
import trn2sim.hw.link.NoRingException;
import trn2sim.hw.link.NoRouteException;
import trn2sim.hw.link.RankGroup;
import trn2sim.hw.link.RankPlacement;
import trn2sim.hw.link.RingEmbedder;
import trn2sim.hw.link.RingEmbedding;
import trn2sim.hw.link.Router;
import trn2sim.hw.link.Topology;

/** The ranks of a run on their cores, with the ways between them. */
public record Cluster(RankPlacement placement, LostLinks lost, List<RankGroup> groups) {
  /** Consecutive groups, as many and as large as asked for. */
  public static Cluster of(Request request) {
    Ranks ranks = request.ranks();
    RankPlacement placement = new RankPlacement(topology(request), ranks.lnc());
    if ((long) ranks.tp() * ranks.groups() > placement.ranks()) {
      throw new KernelException(
          "ranks.tp",
          ranks.tp() + " x " + ranks.groups() + " ranks of " + Text.count(ranks.lnc(), "core"),
          "at most "
              + Text.count(placement.ranks(), "rank")
              + " on "
              + placement.topology().name());
    }
    return new Cluster(placement, request.lost(), RankGroup.blocks(ranks.tp(), ranks.groups()));
  }

  /** Two ranks of one core each. */
  public static Cluster pair(int first, int second, Request request) {
    RankPlacement placement = new RankPlacement(topology(request), 1);
    return new Cluster(placement, request.lost(), List.of(new RankGroup(List.of(first, second))));
  }

  /** One rank of two cores. */
  public static Cluster twin(Request request) {
    RankPlacement placement = new RankPlacement(topology(request), 2);
    return new Cluster(placement, request.lost(), List.of(new RankGroup(List.of(0))));
  }

  private static void requireLink(Topology topology, Link link) {
    if (topology.switched()) {
      throw new KernelException(
          "what_if.lost_links", link, "none, for with switches there is one way between chips");
    }
    boolean exists =
        link.chip() < topology.chips() && topology.link(link.chip(), link.direction()).isPresent();
    if (!exists) {
      throw new KernelException(
          "what_if.lost_links",
          link,
          (topology.chips() == 1
              ? "none, for " + topology.name() + " has no links"
              : "a link of " + topology.name() + ", chip0.X+ to " + last(topology)));
    }
  }

  private static Link last(Topology topology) {
    List<Link> links = topology.links();
    return links.get(links.size() - 1);
  }

  private static Topology topology(Request request) {
    Topology topology = Topology.of(request.device().neuron().chip());
    request.lost().links().forEach(link -> requireLink(topology, link));
    return topology;
  }

  /** Rings for permutes, one per channel. */
  public Communicator rings(int channels) {
    try {
      RingEmbedder embedder = new RingEmbedder(placement, lost);
      List<RingEmbedding> rings =
          consecutive()
              ? embedder.embedBlocks(groups.get(0).size(), groups.size(), channels)
              : groups.stream().map(group -> embedder.embed(group, channels)).toList();
      return new Communicator(placement, router(), groups, rings, List.of());
    } catch (NoRingException e) {
      throw new KernelException(
          "ranks.tp",
          groups.get(0).size() + " ranks that form no ring (" + e.reason() + ")",
          "a group that does, nearest sizes: " + e.nearestSizes());
    }
  }

  /** A refusal of blocks names the block sizes that would do. */
  private boolean consecutive() {
    return groups.equals(RankGroup.blocks(groups.get(0).size(), groups.size()));
  }

  /** For programs with permutes and other collectives. */
  public Communicator ringsAndPlans(int channels, long bytesPerRank) {
    List<RingEmbedding> rings = rings(channels).rings();
    List<AllGatherPlan> plans = allGather(bytesPerRank).plans();
    return new Communicator(placement, router(), groups, rings, plans);
  }

  /** For programs that name their partners. */
  public Communicator unordered() {
    return new Communicator(placement, router(), groups, List.of(), List.of());
  }

  /** The best published all-gather for the size. */
  public Communicator allGather(long bytesPerRank) {
    AllGatherPlanner planner = new AllGatherPlanner(placement, lost);
    return plans(group -> planner.plan(group, bytesPerRank * group.size()));
  }

  /** The same ranks in other groups, each with the best all-gather for so many bytes per rank. */
  public List<Grouping> groupings(Map<List<RankGroup>, Long> bytesPerRank) {
    List<Grouping> found = new ArrayList<>();
    bytesPerRank.forEach(
        (divided, bytes) ->
            found.add(new Cluster(placement, lost, divided).allGather(bytes).own()));
    return found;
  }

  /** An all-gather by this algorithm, or by the ring where it does not apply. */
  public Communicator allGather(AllGatherAlgorithm algorithm) {
    AllGatherPlanner planner = new AllGatherPlanner(placement, lost);
    return plans(group -> planner.plan(group, algorithm));
  }

  private Communicator plans(Function<RankGroup, AllGatherPlan> planner) {
    try {
      return new Communicator(
          placement, router(), groups, List.of(), groups.stream().map(planner).toList());
    } catch (NoRouteException e) {
      throw new KernelException(
          "what_if.lost_links", lost.links(), "links that leave a way: " + e.getMessage());
    }
  }

  private Router router() {
    return new Router(placement.topology(), lost);
  }

  /** What a rank's registers hold; the number of a register is the kernel's choice. */
  public interface Registers {
    Map<Integer, Integer> of(RankGroup group, int rank);
  }

  /** Puts the script of each core of a rank on all ranks. */
  public List<Launch.CoreLaunch> cores(List<Script> perCore, Registers registers) {
    List<Launch.CoreLaunch> cores = new ArrayList<>();
    for (RankGroup group : groups) {
      for (int member = 0; member < group.size(); member++) {
        int rank = group.ranks().get(member);
        Map<Integer, Integer> values = registers.of(group, rank);
        for (int i = 0; i < perCore.size(); i++) {
          int core = placement.cores(rank).get(i);
          cores.add(new Launch.CoreLaunch(core, rank, member, perCore.get(i), values));
        }
      }
    }
    return cores;
  }

  /** Register {@code i * channels + channel} holds the member whose rows step i processes. */
  public Registers ringRegisters(Communicator rings, int channels) {
    return (group, rank) -> {
      RingEmbedding ring = rings.rings().get(groups.indexOf(group));
      Map<Integer, Integer> values = new HashMap<>();
      for (int step = 0; step < group.size(); step++) {
        for (int channel = 0; channel < channels; channel++) {
          int owner = ring.predecessor(step, channel, rank);
          values.put(step * channels + channel, group.ranks().indexOf(owner));
        }
      }
      return values;
    };
  }
}
