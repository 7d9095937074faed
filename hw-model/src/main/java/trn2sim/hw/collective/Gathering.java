package trn2sim.hw.collective;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.Delivery;
import trn2sim.hw.link.PlanStep;
import trn2sim.hw.link.Transfer;
import trn2sim.hw.memory.MemorySpace;

/**
 * One all-gather of a group, following its plan: a driver makes its transfers in step order, each
 * once the source holds the chunks and every rank concerned is there.
 */
final class Gathering {
  private static final long UNKNOWN = -1;

  private final Fabric fabric;
  private final AllGatherPlan plan;
  private final int task;
  private final AllGather gather;
  private final long fixedPs;

  /** By rank: the core, when it arrived, what is left to receive and to send, the latest of it. */
  private final Map<Integer, Integer> cores = new TreeMap<>();

  private final Map<Integer, Long> arrived = new TreeMap<>();
  private final Map<Integer, Integer> lacking = new TreeMap<>();
  private final Map<Integer, Long> latest = new TreeMap<>();

  /** By channel, rank and chunk: when it was there. */
  private final long[][][] held;

  private final List<Map<Integer, ArrayDeque<Transfer>>> queues = new ArrayList<>();
  private final List<Map<Integer, Boolean>> busy = new ArrayList<>();

  Gathering(Fabric fabric, AllGatherPlan plan, int task, AllGather gather, long fixedPs) {
    this.fabric = fabric;
    this.plan = plan;
    this.task = task;
    this.gather = gather;
    this.fixedPs = fixedPs;
    int channels = plan.channels().size();
    int ranks = plan.group().size();
    this.held = new long[channels][ranks][ranks];
    for (int channel = 0; channel < channels; channel++) {
      for (long[] chunks : held[channel]) {
        Arrays.fill(chunks, UNKNOWN);
      }
      Map<Integer, ArrayDeque<Transfer>> byDriver = new TreeMap<>();
      for (PlanStep step : plan.channels().get(channel)) {
        for (Transfer transfer : step.transfers()) {
          byDriver.computeIfAbsent(transfer.driver(), d -> new ArrayDeque<>()).add(transfer);
        }
      }
      queues.add(byDriver);
      busy.add(new TreeMap<>());
    }
  }

  void arrive(int core, long atPs) {
    int rank = fabric.rankOf(core);
    cores.put(rank, core);
    arrived.put(rank, atPs);
    int channels = queues.size();
    lacking.put(rank, channels * plan.group().size() + sends(rank));
    latest.put(rank, atPs);
    ownPart(rank, atPs);
    for (int channel = 0; channel < channels; channel++) {
      tryAll(channel);
    }
  }

  /** The own part is copied beside the rest, on the first channel. */
  private void ownPart(int rank, long atPs) {
    Member self = fabric.member(cores.get(rank));
    for (int channel = 0; channel < queues.size(); channel++) {
      held[channel][index(rank)][index(rank)] = atPs;
      int on = channel;
      fabric.copy(
          step(channel, share(channel), atPs),
          self,
          self,
          List.of(fabric.target(self.core(), self)),
          end -> got(on, self, self, rank, rank, end));
    }
  }

  /** A rank is done when it has everything and nobody reads from it any more. */
  private int sends(int rank) {
    int sends = 0;
    for (List<PlanStep> steps : plan.channels()) {
      for (PlanStep step : steps) {
        for (Transfer transfer : step.transfers()) {
          sends += transfer.source() == rank ? 1 : 0;
        }
      }
    }
    return sends;
  }

  private void tryAll(int channel) {
    for (int driver : queues.get(channel).keySet()) {
      tryNext(channel, driver);
    }
  }

  private void tryNext(int channel, int driver) {
    ArrayDeque<Transfer> queue = queues.get(channel).get(driver);
    if (queue == null || queue.isEmpty() || busy.get(channel).getOrDefault(driver, false)) {
      return;
    }
    Transfer transfer = queue.peek();
    long ready = ready(channel, transfer);
    if (ready == UNKNOWN) {
      return;
    }
    queue.poll();
    busy.get(channel).put(driver, true);
    Member source = fabric.member(cores.get(transfer.source()));
    List<Wires.Target> targets = new ArrayList<>();
    for (Delivery delivery : transfer.deliveries()) {
      Member to = fabric.member(cores.get(delivery.rank()));
      targets.add(fabric.target(source.core(), to));
    }
    long bytes = share(channel) * transfer.chunks().size();
    fabric.copy(
        step(channel, bytes, ready),
        fabric.member(cores.get(driver)),
        source,
        targets,
        end -> finished(channel, transfer, end));
  }

  private long share(int channel) {
    return gather.shareBytes(channel, plan.channels().size());
  }

  private Wires.Step step(int channel, long bytes, long readyPs) {
    boolean hbm = gather.src().space() == MemorySpace.HBM;
    return new Wires.Step(task, channel, bytes, hbm, plan.group().size(), fixedPs, readyPs);
  }

  /** When everything the transfer needs is there, or unknown. */
  private long ready(int channel, Transfer transfer) {
    long ready = arrived.getOrDefault(transfer.driver(), UNKNOWN);
    if (ready == UNKNOWN || !arrived.containsKey(transfer.source())) {
      return UNKNOWN;
    }
    for (Delivery delivery : transfer.deliveries()) {
      if (!arrived.containsKey(delivery.rank())) {
        return UNKNOWN;
      }
      ready = Math.max(ready, arrived.get(delivery.rank()));
    }
    for (int chunk : transfer.chunks()) {
      long at = held[channel][index(transfer.source())][index(chunk)];
      if (at == UNKNOWN) {
        return UNKNOWN;
      }
      ready = Math.max(ready, at);
    }
    return ready;
  }

  private void finished(int channel, Transfer transfer, long end) {
    busy.get(channel).put(transfer.driver(), false);
    Member source = fabric.member(cores.get(transfer.source()));
    for (Delivery delivery : transfer.deliveries()) {
      Member to = fabric.member(cores.get(delivery.rank()));
      for (int chunk : transfer.chunks()) {
        held[channel][index(delivery.rank())][index(chunk)] = end;
        got(channel, source, to, delivery.rank(), chunk, end);
      }
    }
    settle(source, transfer.source(), end);
    tryAll(channel);
  }

  /** A part counts as delivered when its last channel's share is there. */
  private void got(int channel, Member from, Member to, int rank, int chunk, long end) {
    if (channel == 0) {
      fabric.delivered(from, to, task, index(chunk));
    }
    settle(to, rank, end);
  }

  private void settle(Member member, int rank, long end) {
    latest.merge(rank, end, Math::max);
    if (lacking.merge(rank, -1, Integer::sum) == 0) {
      member.process().complete(task, latest.get(rank));
    }
  }

  private int index(int rank) {
    return plan.group().ranks().indexOf(rank);
  }
}
