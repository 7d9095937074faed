package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.program.Semaphore;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.run.RunResult;

/**
 * Look-ups into one process's run: what came before a task on its row, lane, queue and tiles. Parts
 * that a machine makes of a task are numbered after the tasks of the program.
 */
final class ProcessHistory {
  private record Release(int space, long atPs) {}

  static final int NOBODY = -1;

  private final Process process;
  private final int tasks;
  private final String[] rows;
  private final int[] before;
  private final int[] laneBefore;
  private final int[] queuedBefore;
  private final Row.Bar[] payloads;
  private final Carried carried;
  private final Row.Bar[] parts;
  private final int[] signallers;
  private final Map<Release, Integer> releasers = new HashMap<>();
  private IntervalSet links = IntervalSet.EMPTY;

  private ProcessHistory(Process process) {
    this.process = process;
    tasks = process.program().size();
    parts = new Row.Bar[process.processor().parts()];
    rows = new String[tasks + parts.length];
    before = filled(rows.length);
    laneBefore = filled(tasks);
    queuedBefore = filled(tasks);
    payloads = new Row.Bar[tasks];
    signallers =
        IntStream.range(0, tasks)
            .filter(task -> !process.program().signals(task).isEmpty())
            .toArray();
    indexLanes();
    List<Row> kept = process.processor().rows();
    carried = new Carried(process, kept);
    kept.forEach(this::indexKept);
    indexQueues(kept);
    indexReleases();
  }

  static List<ProcessHistory> all(RunResult result) {
    List<ProcessHistory> all = new ArrayList<>();
    result.processes().forEach(process -> all.add(new ProcessHistory(process)));
    for (Track track : result.timeline().tracks()) {
      all.get(track.process()).indexRow(track);
    }
    return all;
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NOBODY);
    return array;
  }

  /** Rows of lanes and of parts are where things are done; others only carry. */
  private void indexRow(Track track) {
    String row = track.name().substring(process.name().length() + 1);
    boolean lane = process.program().lanes().stream().anyMatch(l -> l.row().equals(row));
    if (!lane && track.kind() != Track.Kind.ENGINE) {
      return;
    }
    String kind = TrackName.kind(EngineUse.row(track));
    for (int bar = 0; bar < track.size(); bar++) {
      Cancellation.check();
      rows[track.task(bar)] = kind;
      before[track.task(bar)] = bar == 0 ? NOBODY : track.task(bar - 1);
    }
  }

  private void indexLanes() {
    for (int lane = 0; lane < process.program().lanes().size(); lane++) {
      int[] queue = process.program().queue(lane);
      for (int i = 1; i < queue.length; i++) {
        Cancellation.check();
        laneBefore[queue[i]] = queue[i - 1];
      }
    }
  }

  /** A queue whose engines carry several payloads at once has rows that differ in a number. */
  private void indexQueues(List<Row> kept) {
    Map<String, Map<Long, Integer>> ends = new HashMap<>();
    for (Row row : kept) {
      if (row.kind() == Track.Kind.QUEUE) {
        Map<Long, Integer> ended =
            ends.computeIfAbsent(TrackName.kind(row.name()), name -> new HashMap<>());
        row.bars().forEach(bar -> ended.put(bar.endPs(), bar.task()));
      }
    }
    for (Row row : kept) {
      if (row.kind() == Track.Kind.QUEUE) {
        Map<Long, Integer> ended = ends.get(TrackName.kind(row.name()));
        row.bars()
            .forEach(bar -> queuedBefore[bar.task()] = ended.getOrDefault(bar.startPs(), NOBODY));
      }
    }
  }

  private void indexKept(Row row) {
    List<Row.Bar> bars = row.bars();
    for (int i = 0; i < bars.size(); i++) {
      Row.Bar bar = bars.get(i);
      switch (row.kind()) {
        case QUEUE -> payloads[bar.task()] = bar;
        case LINK -> {}
        case ENGINE -> parts[bar.task() - tasks] = bar;
      }
    }
    if (row.kind() == Track.Kind.LINK) {
      links =
          links.union(
              IntervalSet.of(
                  bars.stream()
                      .map(b -> new IntervalSet.Interval(b.startPs(), b.endPs()))
                      .toList()));
    }
  }

  /** The first task whose end gave space back at an instant. */
  private void indexReleases() {
    Program program = process.program();
    for (int task = 0; task < program.size(); task++) {
      Cancellation.check();
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

  long startPs(int task) {
    return task < tasks ? process.startPs(task) : parts[task - tasks].startPs();
  }

  long donePs(int task) {
    return task < tasks ? process.donePs(task) : parts[task - tasks].endPs();
  }

  private long freePs(int task) {
    return task < tasks ? process.freePs(task) : parts[task - tasks].endPs();
  }

  long signalPs(int task) {
    return task < tasks ? process.processor().signalPs(task) : 0;
  }

  /** The engine on whose row the task is. */
  String row(int task) {
    return rows[task];
  }

  boolean isTransfer(int task) {
    return task < tasks && payloads[task] != null;
  }

  Row.Bar payload(int task) {
    return payloads[task];
  }

  /** The part of a task that ended last, or -1 if it has none. */
  int lastPart(int task) {
    if (parts.length == 0 || task != process.processor().whole()) {
      return NOBODY;
    }
    int last = tasks;
    for (int part = tasks; part < tasks + parts.length; part++) {
      last = donePs(part) > donePs(last) ? part : last;
    }
    return last;
  }

  /** For how long the links carried something while a queue's task sent it. */
  long sentPs(int task) {
    boolean sends =
        task < tasks
            && process.program().lanes().get(process.program().lane(task)).kind()
                == Track.Kind.QUEUE
            && process.processor().awaitedAs(task) == WaitReason.DMA;
    return sends
        ? links
            .intersection(
                IntervalSet.of(
                    List.of(new IntervalSet.Interval(process.startPs(task), process.donePs(task)))))
            .length()
        : 0;
  }

  /** Whether the task is a collective, which cores perform together. */
  boolean isCollective(int task) {
    return Meetings.isCollective(process, task);
  }

  /** What its collectives moved. */
  Carried carried() {
    return carried;
  }

  /** The transfer of its queue that ended when this one began, or -1. */
  int queuedBefore(int task) {
    return queuedBefore[task];
  }

  /** Everything the task may have waited for; those of its own row come first. */
  List<Step> causes(int number, int task, List<ProcessHistory> all) {
    List<Step> causes = new ArrayList<>();
    addFree(number, before[task], causes);
    if (task >= tasks) {
      addPartCauses(number, parts[task - tasks], causes);
      return causes;
    }
    addFree(number, laneBefore[task], causes);
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

  private void addFree(int number, int previous, List<Step> causes) {
    if (previous != NOBODY) {
      causes.add(new Step(number, previous, freePs(previous), Step.Entry.FREE));
    }
  }

  /** A part waits for the task it is part of to begin, or for what it was told of. */
  private void addPartCauses(int number, Row.Bar part, List<Step> causes) {
    if (part.blamed() != NOBODY) {
      boolean issued = part.reason() == WaitReason.ISSUE;
      causes.add(
          issued
              ? new Step(number, part.blamed(), startPs(part.blamed()), Step.Entry.START)
              : new Step(number, part.blamed(), donePs(part.blamed()), Step.Entry.DONE));
    }
  }

  private void addSignallers(
      Semaphore semaphore, int task, List<ProcessHistory> all, List<Step> causes) {
    for (int p = 0; p < all.size(); p++) {
      Process peer = all.get(p).process;
      for (int other : all.get(p).signallers) {
        long seen = peer.donePs(other) + peer.processor().signalPs(other);
        if (seen == process.startPs(task) && raises(peer, other, semaphore)) {
          causes.add(new Step(p, other, peer.donePs(other), Step.Entry.DONE));
        }
      }
    }
  }

  private static boolean raises(Process peer, int task, Semaphore semaphore) {
    return peer.program().signals(task).stream()
        .anyMatch(signal -> peer.semaphores().get(signal.semaphore()) == semaphore);
  }
}
