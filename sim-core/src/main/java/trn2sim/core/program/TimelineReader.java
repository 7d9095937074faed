package trn2sim.core.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Program.Lane;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackBuilder;
import trn2sim.core.timeline.WaitReason;

/**
 * Reads the timeline off processes that have run: the rows that lanes declare, and after them those
 * that the processor keeps by itself.
 */
public final class TimelineReader {
  private TimelineReader() {}

  public static Timeline of(List<Process> processes) {
    List<Track> tracks = new ArrayList<>();
    for (Process process : processes) {
      rows(process.program()).forEach((row, lanes) -> tracks.add(lanes(process, row, lanes)));
      for (Row row : process.processor().rows()) {
        tracks.add(kept(process, row));
      }
    }
    return new Timeline(tracks, endPs(processes));
  }

  /** When the last lane was free and the last task done. */
  public static long endPs(List<Process> processes) {
    return processes.stream().mapToLong(Process::endPs).max().orElse(0);
  }

  /** The lanes of each row, rows without a task left out. */
  private static Map<String, List<Integer>> rows(Program program) {
    Map<String, List<Integer>> rows = new LinkedHashMap<>();
    for (int lane = 0; lane < program.lanes().size(); lane++) {
      rows.computeIfAbsent(program.lanes().get(lane).row(), row -> new ArrayList<>()).add(lane);
    }
    rows.values().removeIf(l -> l.stream().allMatch(lane -> program.queue(lane).length == 0));
    return rows;
  }

  private static Track lanes(Process process, String row, List<Integer> lanes) {
    Lane lane = process.program().lanes().get(lanes.get(0));
    int[] tasks = tasks(process, lanes);
    TrackBuilder track =
        new TrackBuilder(process.name() + "." + row, lane.kind(), process.number(), tasks.length);
    boolean engine = lane.kind() == Track.Kind.ENGINE;
    long idlePs = 0;
    for (int task : tasks) {
      Cancellation.check();
      int at = lane.blamesRoot() ? root(process, task, idlePs) : task;
      boolean prepares = mostlyPrepares(process, task, idlePs);
      idlePs = engine ? process.freePs(task) : process.donePs(task);
      WaitReason reason = prepares ? WaitReason.PIPELINE : process.reason(at);
      track.bar(task, process.startPs(task), idlePs, reason, prepares ? -1 : process.blamed(at));
    }
    return track.build();
  }

  /** A gap has one reason: the engine's own preparation, if that is the longer part of it. */
  private static boolean mostlyPrepares(Process process, int task, long idlePs) {
    long gap = process.startPs(task) - idlePs;
    return gap > 0
        && process.processor().preparation(task).filter(own -> 2 * own.ps() > gap).isPresent();
  }

  private static int[] tasks(Process process, List<Integer> lanes) {
    if (lanes.size() == 1) {
      return process.program().queue(lanes.get(0));
    }
    return lanes.stream()
        .flatMapToInt(lane -> IntStream.of(process.program().queue(lane)))
        .sorted()
        .boxed()
        .sorted(Comparator.comparingLong(process::startPs))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * The task whose wait a row really waited for: what the task waited for may have begun only after
   * the row fell idle, and have waited for something else until then.
   */
  private static int root(Process process, int task, long idlePs) {
    int found = task;
    while (true) {
      WaitReason reason = process.reason(found);
      boolean onTask = reason == WaitReason.ENGINE || reason == WaitReason.DMA;
      int before = process.blamed(found);
      if (!onTask
          || process.startPs(before) <= idlePs
          || process.reason(before) == WaitReason.NONE) {
        return found;
      }
      found = before;
    }
  }

  private static Track kept(Process process, Row row) {
    TrackBuilder track =
        new TrackBuilder(
            process.name() + "." + row.name(), row.kind(), process.number(), row.bars().size());
    for (Row.Bar bar : row.bars()) {
      Cancellation.check();
      track.bar(bar.task(), bar.startPs(), bar.endPs(), bar.reason(), bar.blamed());
    }
    return track.build();
  }
}
