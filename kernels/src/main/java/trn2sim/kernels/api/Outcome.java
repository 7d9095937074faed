package trn2sim.kernels.api;

import java.util.Collections;
import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Timeline;

/**
 * What one view of a kernel left behind, whatever the machine.
 *
 * @param workers the processes of the run, by the number that tracks of the timeline have
 * @param rankPs the time of each rank that is timed by itself; one for all if none is
 * @param effects what the run did to the tensors, empty if nobody noted it
 * @param events events of the simulation
 */
public record Outcome(
    View view,
    Timeline timeline,
    List<Worker> workers,
    List<Long> rankPs,
    Traffic.Kinds traffic,
    List<TileEffect> effects,
    long events) {
  public Outcome {
    workers = List.copyOf(workers);
    rankPs = List.copyOf(rankPs);
    effects = Collections.unmodifiableList(effects);
  }

  /**
   * How many things the bars of a process may show: the tasks of its program, and after them the
   * parts that the machine makes of them.
   */
  public int tasks(int process) {
    Process ran = workers.get(process).process();
    return ran.program().size() + ran.processor().parts();
  }

  /** What a bar of a process is, in words. */
  public String label(int process, int task) {
    return workers.get(process).process().processor().describe(task);
  }

  /** The time the view is said to take. */
  public long meanPs() {
    return ViewTimes.meanPs(rankPs);
  }
}
