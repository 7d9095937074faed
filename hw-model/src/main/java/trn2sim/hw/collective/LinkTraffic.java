package trn2sim.hw.collective;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.core.resource.Channel;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Script;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.Link;
import trn2sim.hw.link.LinkRoute;

/**
 * The bytes each link has to carry, from the rings and plans alone: a permute sends its source once
 * over every link of its channel's ring, other collectives the parts of their moves.
 */
public final class LinkTraffic {
  private final Communicator communicator;
  private final SortedMap<String, Long> bytes = new TreeMap<>();

  /**
   * @param roles what each core of a rank runs, the same on all ranks
   */
  public LinkTraffic(Communicator communicator, List<Script> roles) {
    this.communicator = communicator;
    for (Script role : roles) {
      role.steps().forEach(step -> count(step.instruction()));
    }
  }

  /** By the name under which results list the link; links that carry nothing are left out. */
  public SortedMap<String, Long> bytes() {
    return bytes;
  }

  /** Fails unless each link carried just that. */
  public void check(List<Channel> links) {
    SortedMap<String, Long> carried = new TreeMap<>();
    links.forEach(link -> carried.put(link.name(), link.bytes()));
    if (!carried.equals(bytes)) {
      throw new IllegalStateException("links carried " + carried + ", expected " + bytes);
    }
  }

  private void count(Instruction instruction) {
    if (instruction instanceof CollectivePermute permute) {
      for (int group = 0; group < communicator.groups().size(); group++) {
        links(group, permute).forEach(link -> add(link, permute.src().bytes()));
      }
    } else if (instruction instanceof GroupCollective collective) {
      communicator.grouping(collective).plans().forEach(plan -> count(plan, collective));
    }
  }

  /** Both cores of a rank are on one chip, so what they exchange crosses no link. */
  private List<Link> links(int group, CollectivePermute permute) {
    if (permute.partners() instanceof Partners.OtherCore) {
      return List.of();
    }
    if (permute.partners() instanceof Partners.Neighbours) {
      return communicator.rings().get(group).rings().get(permute.channel()).links();
    }
    return communicator.groups().get(group).ranks().stream()
        .map(communicator.placement()::leadCore)
        .flatMap(core -> route(permute, core).links().stream())
        .toList();
  }

  private LinkRoute route(CollectivePermute permute, int core) {
    return communicator.router().route(core, communicator.ring(permute, core).successor(core));
  }

  private void count(AllGatherPlan plan, GroupCollective collective) {
    List<Integer> ranks = plan.group().ranks();
    List<List<Move>> channels = Moves.of(collective, plan);
    for (int channel = 0; channel < channels.size(); channel++) {
      for (Move move : channels.get(channel)) {
        long bytes = 0;
        for (int part : move.parts()) {
          bytes += collective.shareBytes(ranks.indexOf(part), channel, channels.size());
        }
        count(move, bytes);
      }
    }
  }

  private void count(Move move, long bytes) {
    for (int from : move.sources()) {
      for (int to : move.targets()) {
        LinkRoute route = communicator.router().route(communicator.placement(), from, to);
        route.links().forEach(link -> add(link, bytes));
      }
    }
  }

  private void add(Link link, long more) {
    if (more == 0) {
      return;
    }
    bytes.merge(Links.name(link), more, Long::sum);
  }
}
