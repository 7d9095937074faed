package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.unit.Text;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.analysis.IntervalSet;
import trn2sim.traces.analysis.IntervalSet.Interval;
import trn2sim.traces.run.RunResult;

/** Whether the transfers that are waited for are slow because something else is under way. */
final class SlowTransfers {
  /** Transfers that take this much longer than alone share their engines with something. */
  private static final double MUCH_LONGER = 1.5;

  /** What few of them take is not behind a loss. */
  private static final double ENOUGH = 0.25;

  /** What is under way for less of the time is not what slows them down. */
  private static final double MOST = 0.5;

  private SlowTransfers() {}

  /** A clause that follows others; empty if there is nothing to say. */
  static String of(RunResult run, NeuronRun neuron, GapCause cause) {
    Map<Integer, Set<Integer>> waited = new LinkedHashMap<>();
    for (GapCause.Wait wait : cause.waits()) {
      Cancellation.check();
      NeuronCore core = neuron.machine().core(run.processes().get(wait.process()));
      if (core.isTransfer(wait.task())) {
        waited.computeIfAbsent(wait.process(), p -> new HashSet<>()).add(wait.task());
      }
    }
    return waited.entrySet().stream()
        .findFirst()
        .map(entry -> clause(run, neuron, entry.getKey(), entry.getValue()))
        .orElse("");
  }

  private static String clause(
      RunResult run, NeuronRun neuron, int process, Set<Integer> transfers) {
    NeuronCore core = neuron.machine().core(run.processes().get(process));
    Flights flights = new Flights();
    Set<Kind> kinds = new HashSet<>();
    for (List<NeuronCore.Payload> queue : core.payloads().values()) {
      long idle = 0;
      for (NeuronCore.Payload payload : queue) {
        Cancellation.check();
        boolean follows = payload.startPs() <= idle;
        idle = Math.max(idle, payload.endPs());
        if (transfers.contains(payload.task())) {
          flights.add(interval(payload), alonePs(core.transfer(payload.task()), follows));
          kinds.add(Kind.of(run, core, process, payload.task()));
        }
      }
    }
    if (!flights.areSlow()) {
      return "";
    }
    String longer =
        Text.format(
            "; %s %.1f times as long as alone, beside ",
            taking(flights.slow.size(), transfers.size()), flights.timesLonger());
    return new Others(run, core, process, IntervalSet.of(flights.slow))
        .beside(kinds)
        .map(kind -> longer + kind.text())
        .orElse("");
  }

  private static String taking(int slow, int all) {
    if (all == 1) {
      return "the transfer takes";
    }
    return Text.format("%d of the %d transfers %s", slow, all, slow == 1 ? "takes" : "take");
  }

  /** The transfers that are waited for: the slow ones, and the time of all. */
  private static final class Flights {
    private final List<Interval> slow = new ArrayList<>();
    private long slowPs;
    private long slowAlonePs;
    private long allPs;

    void add(Interval flight, long alonePs) {
      long taken = flight.end() - flight.start();
      allPs += taken;
      if (taken >= MUCH_LONGER * alonePs) {
        slow.add(flight);
        slowPs += taken;
        slowAlonePs += alonePs;
      }
    }

    boolean areSlow() {
      return !slow.isEmpty() && slowPs >= ENOUGH * allPs;
    }

    double timesLonger() {
      return (double) slowPs / Math.max(1, slowAlonePs);
    }
  }

  private static List<NeuronCore.Payload> payloads(NeuronCore core) {
    return core.payloads().values().stream().flatMap(List::stream).toList();
  }

  private static Interval interval(NeuronCore.Payload payload) {
    return new Interval(payload.startPs(), payload.endPs());
  }

  /**
   * Without anything else on the engines or in HBM.
   *
   * @param follows whether it comes right after another of its queue, which hides its latency
   */
  private static long alonePs(Transfer transfer, boolean follows) {
    long busiest = Arrays.stream(transfer.enginePs()).max().orElse(0);
    return follows
        ? Math.max(busiest, transfer.pacePs())
        : transfer.latencyPs() + Math.max(busiest, transfer.pacePs() + transfer.staggerPs());
  }

  /** What else a core has under way while some transfers are in flight. */
  private record Others(RunResult run, NeuronCore core, int process, IntervalSet flights) {
    /** A collective if one is under way most of the time, or else transfers of another line. */
    Optional<Kind> beside(Set<Kind> own) {
      Map<Kind, List<Interval>> collectives = new LinkedHashMap<>();
      for (List<Fabric.Payload> channel : core.collectivePayloads()) {
        channel.forEach(p -> add(collectives, p.task(), new Interval(p.startPs(), p.endPs())));
      }
      Map<Kind, List<Interval>> transfers = new LinkedHashMap<>();
      payloads(core).forEach(p -> add(transfers, p.task(), interval(p)));
      transfers.keySet().removeAll(own);
      return longest(collectives).or(() -> longest(transfers));
    }

    private void add(Map<Kind, List<Interval>> others, int task, Interval flight) {
      Cancellation.check();
      others
          .computeIfAbsent(Kind.of(run, core, process, task), kind -> new ArrayList<>())
          .add(flight);
    }

    private Optional<Kind> longest(Map<Kind, List<Interval>> others) {
      return others.entrySet().stream()
          .filter(other -> shared(other) >= MOST * flights.length())
          .max(Comparator.comparingLong(this::shared))
          .map(Map.Entry::getKey);
    }

    private long shared(Map.Entry<Kind, List<Interval>> other) {
      return IntervalSet.of(other.getValue()).intersection(flights).length();
    }
  }

  /** What instructions of one line have in common. */
  private record Kind(String opcode, Optional<SourceLines.Frame> line) {
    static Kind of(RunResult run, NeuronCore core, int process, int task) {
      return new Kind(
          core.assembly().instruction(task).opcode(),
          LineCost.place(run, process, task).map(SourceLines.Place::innermost));
    }

    String text() {
      return line.map(at -> opcode + " (" + at + ")").orElse(opcode);
    }
  }
}
