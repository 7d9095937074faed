package trn2sim.core.check;

import java.util.List;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;

/** Laws that hold after every run, whatever the kernel; a broken one is a bug of the simulator. */
public final class Invariants {
  private Invariants() {}

  public static void check(List<Process> processes, Timeline timeline) {
    for (Process process : processes) {
      everyTaskDone(process);
      orderKept(process);
      spaceKept(process);
    }
    for (Track track : timeline.tracks()) {
      barsFollow(track, timeline.endPs());
    }
  }

  private static void everyTaskDone(Process process) {
    for (int task = 0; task < process.program().size(); task++) {
      require(process.isDone(task), process, task, "was never done");
      boolean forward =
          process.startPs(task) <= process.freePs(task)
              && process.startPs(task) <= process.donePs(task);
      require(forward, process, task, "ends before it starts");
    }
  }

  private static void orderKept(Process process) {
    Program program = process.program();
    for (int task = 0; task < program.size(); task++) {
      Cancellation.check();
      for (int before : program.after(task)) {
        long seen = process.donePs(before) + process.processor().signalPs(before);
        require(process.startPs(task) >= seen, process, task, "starts before its input");
      }
    }
  }

  /**
   * Sums the tiles that hold space at each reservation; releases at the same instant come first.
   */
  private static void spaceKept(Process process) {
    Program program = process.program();
    for (int space = 0; space < program.spaces().size(); space++) {
      long peak = SpaceLevels.reserved(process, space).peak();
      long capacity = program.spaces().get(space).capacity();
      if (peak > capacity) {
        throw new IllegalStateException(
            process.name()
                + ": "
                + program.spaces().get(space).name()
                + " held "
                + peak
                + " of "
                + capacity);
      }
    }
  }

  private static void barsFollow(Track track, long endPs) {
    long last = 0;
    for (int bar = 0; bar < track.size(); bar++) {
      Cancellation.check();
      boolean ordered = track.startPs(bar) >= last && track.endPs(bar) >= track.startPs(bar);
      if (!ordered || track.endPs(bar) > endPs) {
        throw new IllegalStateException(track.name() + ": bar " + bar + " overlaps or overruns");
      }
      if (track.startPs(bar) > last && track.reason(bar) == WaitReason.NONE) {
        throw new IllegalStateException(
            track.name() + ": gap before bar " + bar + " at " + last + " ps has no reason");
      }
      last = track.endPs(bar);
    }
  }

  private static void require(boolean holds, Process process, int task, String what) {
    if (!holds) {
      throw new IllegalStateException(
          process.name() + " [" + process.processor().describe(task) + "] " + what);
    }
  }
}
