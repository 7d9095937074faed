package trn2sim.kernels.allgather;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.Script;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.AllGatherPlanner;
import trn2sim.hw.link.Link;
import trn2sim.hw.link.LostLinks;
import trn2sim.hw.link.NoRingException;
import trn2sim.hw.link.Placement;
import trn2sim.hw.link.RankGroup;
import trn2sim.hw.link.RingEmbedder;
import trn2sim.hw.link.RingEmbedding;
import trn2sim.hw.link.Router;
import trn2sim.hw.link.Topology;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Request;

/** The ranks of a run on their cores, with the ways between them. */
record Cluster(Shape shape, Placement placement, LostLinks lost, List<RankGroup> groups) {
  static Cluster of(Shape shape, Request request) {
    Topology topology = topology(request.device().integer("instance.chips"));
    request.lost().links().forEach(link -> requireLink(topology, link));
    Placement placement = new Placement(topology, shape.lnc());
    if (shape.ranks() > placement.ranks()) {
      throw new KernelException(
          "ranks.tp: found "
              + shape.tp()
              + " x "
              + shape.groups()
              + " ranks of "
              + shape.lnc()
              + " cores, expected at most "
              + placement.ranks()
              + " ranks on "
              + topology.name());
    }
    List<RankGroup> groups = RankGroup.blocks(shape.tp(), shape.groups());
    return new Cluster(shape, placement, request.lost(), groups);
  }

  private static void requireLink(Topology topology, Link link) {
    boolean exists =
        link.chip() < topology.chips() && topology.link(link.chip(), link.direction()).isPresent();
    if (!exists) {
      throw new KernelException(
          "what_if.lost_links: found "
              + link
              + ", expected "
              + (topology.chips() == 1
                  ? "none, for " + topology.name() + " has no links"
                  : "a link of " + topology.name() + ", chip0.X+ to " + last(topology)));
    }
  }

  private static Link last(Topology topology) {
    List<Link> links = topology.links();
    return links.get(links.size() - 1);
  }

  private static Topology topology(int chips) {
    return switch (chips) {
      case 1 -> Topology.singleChip();
      case 16 -> Topology.instance();
      case 64 -> Topology.ultraServer();
      default ->
          throw new KernelException(
              "overrides.instance.chips: found " + chips + ", expected 1, 16 or 64");
    };
  }

  /** Rings for permutes, one per channel. */
  Communicator rings(int channels) {
    try {
      List<RingEmbedding> rings =
          new RingEmbedder(placement, lost).embedBlocks(shape.tp(), shape.groups(), channels);
      return new Communicator(placement, router(), groups, rings, List.of());
    } catch (NoRingException e) {
      throw new KernelException("ranks.tp: " + e.getMessage());
    }
  }

  /** The best published all-gather for the size. */
  Communicator allGather(long bytesPerRank) {
    AllGatherPlanner planner = new AllGatherPlanner(placement, lost);
    List<AllGatherPlan> plans = new ArrayList<>();
    for (RankGroup group : groups) {
      plans.add(planner.plan(group, bytesPerRank * group.size()));
    }
    return new Communicator(placement, router(), groups, List.of(), plans);
  }

  private Router router() {
    return new Router(placement.topology(), lost);
  }

  /** What a rank's registers hold; the number of a register is the kernel's choice. */
  interface Registers {
    Map<Integer, Integer> of(RankGroup group, int rank);
  }

  /** Puts the script of each core of a rank on all ranks. */
  List<Launch.CoreLaunch> cores(List<Script> perCore, Registers registers) {
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
  Registers ringRegisters(Communicator rings, int channels) {
    return (group, rank) -> {
      RingEmbedding ring = rings.rings().get(groups.indexOf(group));
      Map<Integer, Integer> values = new HashMap<>();
      for (int step = 0; step < shape.tp(); step++) {
        for (int channel = 0; channel < channels; channel++) {
          int owner = ring.predecessor(step, channel, rank);
          values.put(step * channels + channel, group.ranks().indexOf(owner));
        }
      }
      return values;
    };
  }
}
