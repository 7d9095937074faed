package trn2sim.traces.analysis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.program.Semaphore;
import trn2sim.core.timeline.Track;
import trn2sim.traces.run.RunResult;

/**
 * Which bar a waiting bar waited for. Bars are numbered over all tracks, in the order of the
 * timeline.
 */
public final class Awaited {
  /** No bar is answerable. */
  public static final int NOBODY = -1;

  private record Release(int process, int space, long atPs) {}

  private final List<Process> processes;
  private final List<Track> tracks;
  private final int[][] issued;
  private final int[][] carried;
  private final Map<Release, Integer> releasers = new HashMap<>();
  private final Map<Semaphore, TreeMap<Long, Integer>> signallers = new IdentityHashMap<>();

  public Awaited(RunResult result) {
    processes = result.processes();
    tracks = result.timeline().tracks();
    issued = new int[processes.size()][];
    carried = new int[processes.size()][];
    for (int p = 0; p < issued.length; p++) {
      issued[p] = new int[result.outcome().tasks(p)];
      Arrays.fill(issued[p], NOBODY);
      carried[p] = issued[p].clone();
    }
    indexBars();
    for (int p = 0; p < issued.length; p++) {
      indexEnds(p, processes.get(p));
    }
  }

  /** A task's own row comes first; the rows of what it moves, after it. */
  private void indexBars() {
    forEachBar(
        (track, bar, position) -> {
          if (track.kind() == Track.Kind.ENGINE) {
            issued[track.process()][track.task(bar)] = position;
          }
        });
    forEachBar(
        (track, bar, position) -> {
          int p = track.process();
          int task = track.task(bar);
          if (issued[p][task] == NOBODY) {
            issued[p][task] = position;
          } else if (track.kind() != Track.Kind.ENGINE
              && track.endPs(bar) <= processes.get(p).donePs(task)) {
            carried[p][task] = position;
          }
        });
  }

  private interface BarVisitor {
    void visit(Track track, int bar, int position);
  }

  private void forEachBar(BarVisitor visitor) {
    int position = 0;
    for (Track track : tracks) {
      for (int bar = 0; bar < track.size(); bar++) {
        visitor.visit(track, bar, position++);
      }
    }
  }

  /** Notes whose end gave space back, and who raised which semaphore. */
  private void indexEnds(int p, Process process) {
    Program program = process.program();
    for (int task = 0; task < program.size(); task++) {
      long seen = process.donePs(task) + process.processor().signalPs(task);
      for (int tile : program.tiles(task)) {
        if (process.releasedPs(tile) == seen) {
          releasers.putIfAbsent(new Release(p, program.tile(tile).space(), seen), task);
        }
      }
      for (Program.Signal signal : program.signals(task)) {
        signallers
            .computeIfAbsent(process.semaphores().get(signal.semaphore()), s -> new TreeMap<>())
            .put(seen, end(p, task));
      }
    }
  }

  /** The number of the bar that this bar waited for, or {@link #NOBODY}. */
  public int of(int trackNumber, int bar) {
    Track track = tracks.get(trackNumber);
    int p = track.process();
    int who = track.blamed(bar);
    if (who < 0) {
      return NOBODY;
    }
    return switch (track.reason(bar)) {
      case ENGINE, DMA, LINK -> end(p, who);
      case ISSUE -> issued[p][who];
      case SPACE -> releaser(p, who);
      case PEER -> signaller(p, who, track.startPs(bar));
      case NONE, PIPELINE, DRAINED -> NOBODY;
    };
  }

  /** The number of the bar on the row of the engine that issued a task. */
  public int issued(int process, int task) {
    return issued[process][task];
  }

  /** The bar whose end is the task's: of a transfer, the one on its queue. */
  public int end(int process, int task) {
    return carried[process][task] == NOBODY ? issued[process][task] : carried[process][task];
  }

  private int releaser(int p, int tile) {
    Process process = processes.get(p);
    int tiles = process.program().tileCount();
    if (tile >= tiles) {
      return end(p, tile - tiles);
    }
    int space = process.program().tile(tile).space();
    Integer task = releasers.get(new Release(p, space, process.reservedPs(tile)));
    return task == null ? NOBODY : end(p, task);
  }

  private int signaller(int p, int semaphore, long atPs) {
    TreeMap<Long, Integer> raised = signallers.get(processes.get(p).semaphores().get(semaphore));
    Map.Entry<Long, Integer> last = raised == null ? null : raised.floorEntry(atPs);
    return last == null ? NOBODY : last.getValue();
  }
}
