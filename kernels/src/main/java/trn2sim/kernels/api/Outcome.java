package trn2sim.kernels.api;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Timeline;

/**
 * What one view of a kernel left behind, whatever the machine.
 *
 * @param workers the processes of the run, by the number that tracks of the timeline have
 * @param rankPs the time of each rank that is timed by itself; one for all if none is
 * @param effects what its tasks do to memory
 * @param events events of the simulation
 * @param machine what is known beyond that, on machines of which more is known
 * @param probe the figures of a micro-kernel, by name
 */
public record Outcome(
    Timeline timeline,
    List<Worker> workers,
    List<Long> rankPs,
    Traffic.Kinds traffic,
    Effects effects,
    long events,
    MachineRun machine,
    SortedMap<String, Double> probe) {
  public Outcome {
    workers = List.copyOf(workers);
    rankPs = List.copyOf(rankPs);
    probe = Collections.unmodifiableSortedMap(probe);
  }

  /** Without the figures of a micro-kernel. */
  public Outcome(
      Timeline timeline,
      List<Worker> workers,
      List<Long> rankPs,
      Traffic.Kinds traffic,
      Effects effects,
      long events,
      MachineRun machine) {
    this(timeline, workers, rankPs, traffic, effects, events, machine, new TreeMap<>());
  }

  public List<Process> processes() {
    return workers.stream().map(Worker::process).toList();
  }

  /** The ranks that were simulated. */
  public List<Integer> ranks() {
    return workers.stream().map(Worker::rank).distinct().sorted().toList();
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
