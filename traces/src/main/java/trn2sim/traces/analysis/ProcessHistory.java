package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.program.Semaphore;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.machine.NeuronCore.Payload;
import trn2sim.traces.run.RunResult;

/** Look-ups into one process's run: what came before a task on its row, lane, queue and tiles. */
final class ProcessHistory {
  /** From the first to the last byte that a collective moved. */
  record Span(long startPs, long endPs) {}

  private record Release(int space, long atPs) {}

  private static final int NOBODY = -1;

  private final Process process;
  private final String[] rows;
  private final int[] before;
  private final int[] laneBefore;
  private final int[] queuedBefore;
  private final Payload[] payloads;
  private final Span[] collectives;
  private final int[] signallers;
  private final int group;
  private final Map<Release, Integer> releasers = new HashMap<>();

  private ProcessHistory(Process process, NeuronCore core, int group) {
    this.process = process;
    this.group = group;
    int tasks = process.program().size();
    rows = new String[tasks];
    before = filled(tasks);
    laneBefore = filled(tasks);
    queuedBefore = filled(tasks);
    payloads = new Payload[tasks];
    collectives = new Span[tasks];
    signallers =
        IntStream.range(0, tasks)
            .filter(task -> !process.program().signals(task).isEmpty())
            .toArray();
    indexCollectives(core);
    indexLanes();
    indexQueues(core);
    indexReleases();
  }

  static List<ProcessHistory> all(RunResult result, Machine machine) {
    List<ProcessHistory> all = new ArrayList<>();
    for (int p = 0; p < result.processes().size(); p++) {
      Process process = result.processes().get(p);
      int group = result.rank(p) / result.scenario().ranks().tp();
      all.add(new ProcessHistory(process, machine.core(process), group));
    }
    for (Track track : result.timeline().tracks()) {
      if (track.kind() == Track.Kind.ENGINE) {
        all.get(track.process()).indexRow(track);
      }
    }
    return all;
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NOBODY);
    return array;
  }

  private void indexRow(Track track) {
    for (int bar = 0; bar < track.size(); bar++) {
      rows[track.task(bar)] = EngineUse.row(track);
      before[track.task(bar)] = bar == 0 ? NOBODY : track.task(bar - 1);
    }
  }

  private void indexLanes() {
    for (int lane = 0; lane < process.program().lanes().size(); lane++) {
      int[] queue = process.program().queue(lane);
      for (int i = 1; i < queue.length; i++) {
        laneBefore[queue[i]] = queue[i - 1];
      }
    }
  }

  private void indexQueues(NeuronCore core) {
    for (List<Payload> queue : core.payloads().values()) {
      for (int i = 0; i < queue.size(); i++) {
        payloads[queue.get(i).task()] = queue.get(i);
        queuedBefore[queue.get(i).task()] = i == 0 ? NOBODY : queue.get(i - 1).task();
      }
    }
  }

  private void indexCollectives(NeuronCore core) {
    for (int task = 0; task < collectives.length; task++) {
      if (process.processor().awaitedAs(task) == WaitReason.LINK) {
        collectives[task] = new Span(Long.MAX_VALUE, 0);
      }
    }
    for (List<Fabric.Payload> channel : core.collectivePayloads()) {
      for (Fabric.Payload payload : channel) {
        Span span = collectives[payload.task()];
        collectives[payload.task()] =
            new Span(
                Math.min(span.startPs, payload.startPs()), Math.max(span.endPs, payload.endPs()));
      }
    }
  }

  /** The first task whose end gave space back at an instant. */
  private void indexReleases() {
    Program program = process.program();
    for (int task = 0; task < program.size(); task++) {
      long seen = process.donePs(task) + process.processor().signalPs(task);
      for (int tile : program.tiles(task)) {
        if (process.releasedPs(tile) == seen) {
          releasers.putIfAbsent(new Release(program.tile(tile).space(), seen), task);
        }
      }
    }
  }

  Process process() {
    return process;
  }

  /** The engine on whose row the task is. */
  String row(int task) {
    return rows[task];
  }

  boolean isTransfer(int task) {
    return payloads[task] != null;
  }

  Payload payload(int task) {
    return payloads[task];
  }

  /** Whether the task is a collective, which cores of a group perform together. */
  boolean isCollective(int task) {
    return collectives[task] != null;
  }

  /** When the collective moved this core's data; it may have moved none. */
  Span moved(int task) {
    return collectives[task];
  }

  /** Whether the task with this number exists here and is a collective, as in a shared script. */
  boolean performs(int task) {
    return task < collectives.length && isCollective(task);
  }

  boolean sharesGroup(ProcessHistory other) {
    return group == other.group;
  }

  /** The transfer before this one on its queue, or -1. */
  int queuedBefore(int task) {
    return queuedBefore[task];
  }

  /** Everything the task may have waited for; those of its own row come first. */
  List<Step> causes(int number, int task, List<ProcessHistory> all) {
    List<Step> causes = new ArrayList<>();
    for (int previous : new int[] {before[task], laneBefore[task]}) {
      if (previous != NOBODY) {
        causes.add(new Step(number, previous, process.freePs(previous), Step.Entry.FREE));
      }
    }
    Program program = process.program();
    for (int input : program.after(task)) {
      causes.add(new Step(number, input, process.donePs(input), Step.Entry.DONE));
    }
    for (int tile : program.tiles(task)) {
      long reserved = process.reservedPs(tile);
      Integer releaser = releasers.get(new Release(program.tile(tile).space(), reserved));
      if (releaser != null && releaser < task) {
        causes.add(new Step(number, releaser, process.donePs(releaser), Step.Entry.DONE));
      }
    }
    if (process.reason(task) == WaitReason.PEER) {
      addSignallers(process.semaphores().get(process.blamed(task)), task, all, causes);
    }
    return causes;
  }

  private void addSignallers(
      Semaphore semaphore, int task, List<ProcessHistory> all, List<Step> causes) {
    for (int p = 0; p < all.size(); p++) {
      Process peer = all.get(p).process;
      for (int other : all.get(p).signallers) {
        long seen = peer.donePs(other) + peer.processor().signalPs(other);
        boolean raises =
            peer.program().signals(other).stream()
                .anyMatch(signal -> peer.semaphores().get(signal.semaphore()) == semaphore);
        if (raises && seen == process.startPs(task)) {
          causes.add(new Step(p, other, peer.donePs(other), Step.Entry.DONE));
        }
      }
    }
  }
}
