package trn2sim.hw.collective;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.memory.MemorySpace;

/**
 * One collective of a group: a driver makes its moves in order, each once the sources hold the
 * parts and every rank concerned is there.
 */
final class Exchange {
  private final Fabric fabric;
  private final List<Integer> ranks;
  private final int task;
  private final GroupCollective collective;
  private final long fixedPs;
  private final List<List<Move>> moves;
  private final List<Parts> parts = new ArrayList<>();

  /** By rank: the core, when it arrived, what is left to receive and to send, the latest of it. */
  private final Map<Integer, Integer> cores = new TreeMap<>();

  private final Map<Integer, Long> arrived = new TreeMap<>();
  private final Map<Integer, Integer> lacking = new TreeMap<>();
  private final Map<Integer, Long> latest = new TreeMap<>();

  private final List<Map<Integer, ArrayDeque<Move>>> queues = new ArrayList<>();
  private final List<Map<Integer, Boolean>> busy = new ArrayList<>();

  Exchange(Fabric fabric, AllGatherPlan plan, int task, GroupCollective collective, long fixedPs) {
    this.fabric = fabric;
    this.ranks = plan.group().ranks();
    this.task = task;
    this.collective = collective;
    this.fixedPs = fixedPs;
    this.moves = Moves.of(collective, plan);
    for (List<Move> channel : moves) {
      parts.add(new Parts(ranks, channel));
      Map<Integer, ArrayDeque<Move>> byDriver = new TreeMap<>();
      channel.forEach(
          move -> byDriver.computeIfAbsent(move.driver(), d -> new ArrayDeque<>()).add(move));
      queues.add(byDriver);
      busy.add(new TreeMap<>());
    }
  }

  /** How many channels it uses. */
  int channels() {
    return moves.size();
  }

  void arrive(int core, long atPs) {
    int rank = fabric.rankOf(core);
    cores.put(rank, core);
    arrived.put(rank, atPs);
    latest.put(rank, atPs);
    boolean copiesOwn = !(collective instanceof Reduction) || ranks.size() == 1;
    lacking.put(rank, ends(rank) + (copiesOwn ? moves.size() : 0));
    parts.forEach(channel -> channel.arrived(rank, atPs));
    if (collective instanceof Reduction && cores.size() == ranks.size()) {
      reduceAll();
    }
    for (int channel = 0; channel < moves.size(); channel++) {
      if (copiesOwn) {
        ownPart(channel, rank, atPs);
      }
    }
    for (int channel = 0; channel < moves.size(); channel++) {
      tryAll(channel);
    }
  }

  /**
   * The values: with the last rank's arrival all sources are final and all targets free, and none
   * of them changes before the ranks are done with one another.
   */
  private void reduceAll() {
    for (int to : ranks) {
      for (int from : ranks) {
        fabric.delivered(member(from), member(to), task, ranks.indexOf(from));
      }
    }
  }

  /** The own part is copied beside the rest. */
  private void ownPart(int channel, int rank, long atPs) {
    Member self = member(rank);
    fabric.copy(
        step(channel, share(channel, rank), atPs),
        self,
        new Wires.Ends(List.of(self), List.of(self), false),
        end -> {
          delivered(channel, rank, rank, rank);
          settle(rank, end);
        });
  }

  /** A rank is done when it has everything and nobody reads from it any more. */
  private int ends(int rank) {
    return (int)
        moves.stream()
            .flatMap(List::stream)
            .flatMap(move -> Stream.concat(move.sources().stream(), move.targets().stream()))
            .filter(end -> end == rank)
            .count();
  }

  private void tryAll(int channel) {
    for (int driver : queues.get(channel).keySet()) {
      tryNext(channel, driver);
    }
  }

  private void tryNext(int channel, int driver) {
    ArrayDeque<Move> queue = queues.get(channel).get(driver);
    if (queue.isEmpty() || busy.get(channel).getOrDefault(driver, false)) {
      return;
    }
    Move move = queue.peek();
    long ready = ready(channel, move);
    if (ready == Parts.UNKNOWN) {
      return;
    }
    queue.poll();
    busy.get(channel).put(driver, true);
    long bytes = move.parts().stream().mapToLong(part -> share(channel, part)).sum();
    Wires.Ends ends =
        new Wires.Ends(members(move.sources()), members(move.targets()), move.reduces());
    fabric.copy(
        step(channel, bytes, ready), member(driver), ends, end -> finished(channel, move, end));
  }

  private long share(int channel, int part) {
    return collective.shareBytes(ranks.indexOf(part), channel, moves.size());
  }

  private Wires.Step step(int channel, long bytes, long readyPs) {
    boolean hbm = collective.src().space() == MemorySpace.HBM;
    return new Wires.Step(task, channel, bytes, hbm, ranks.size(), fixedPs, readyPs);
  }

  /** When everything the move needs is there, or unknown. */
  private long ready(int channel, Move move) {
    if (!arrived.containsKey(move.driver())
        || !arrived.keySet().containsAll(move.sources())
        || !arrived.keySet().containsAll(move.targets())) {
      return Parts.UNKNOWN;
    }
    long ready = parts.get(channel).ready(move);
    if (ready == Parts.UNKNOWN) {
      return Parts.UNKNOWN;
    }
    ready = Math.max(ready, arrived.get(move.driver()));
    for (int target : move.targets()) {
      ready = Math.max(ready, arrived.get(target));
    }
    return ready;
  }

  private void finished(int channel, Move move, long end) {
    busy.get(channel).put(move.driver(), false);
    parts.get(channel).moved(move, end);
    for (int target : move.targets()) {
      move.parts().forEach(part -> delivered(channel, move.sources().get(0), target, part));
      settle(target, end);
    }
    move.sources().forEach(source -> settle(source, end));
    tryAll(channel);
  }

  /** Channels share a part; it counts as delivered with the first one's share. */
  private void delivered(int channel, int from, int to, int part) {
    if (channel == 0 && !(collective instanceof Reduction)) {
      fabric.delivered(member(from), member(to), task, ranks.indexOf(part));
    }
  }

  private void settle(int rank, long end) {
    latest.merge(rank, end, Math::max);
    if (lacking.merge(rank, -1, Integer::sum) == 0) {
      fabric.complete(cores.get(rank), task, latest.get(rank));
    }
  }

  private List<Member> members(List<Integer> some) {
    return some.stream().map(this::member).toList();
  }

  private Member member(int rank) {
    return fabric.member(cores.get(rank));
  }
}
