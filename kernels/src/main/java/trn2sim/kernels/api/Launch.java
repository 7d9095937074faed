package trn2sim.kernels.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.Script;

/**
 * A kernel made concrete: which core runs which script, and what the result should be.
 *
 * @param flopsPerRank useful floating-point operations of one rank
 * @param problem the mathematics, absent for programs that only measure time
 * @param probe reads figures off the run that time and counters do not show
 * @param communicator who talks to whom, absent if nobody does
 * @param path how the kernel chose its memory, for kernels that choose
 */
public record Launch(
    List<CoreLaunch> cores,
    double flopsPerRank,
    Optional<Problem> problem,
    Optional<Probe> probe,
    Optional<Communicator> communicator,
    Optional<PathChoice> path) {
  /**
   * One core's part.
   *
   * @param member the rank's position in its group
   * @param registers values of run-time scalars by register number
   */
  public record CoreLaunch(
      int core, int rank, int member, Script script, Map<Integer, Integer> registers) {}

  public Launch {
    cores = List.copyOf(cores);
  }

  /** What the cores of a rank run, each its own script; all ranks run the same. */
  public List<Script> roles() {
    int first = cores.get(0).rank();
    return cores.stream().filter(core -> core.rank() == first).map(CoreLaunch::script).toList();
  }

  /** A launch without communication. */
  public static Launch local(
      List<CoreLaunch> cores,
      double flopsPerRank,
      Optional<Problem> problem,
      Optional<Probe> probe) {
    return new Launch(cores, flopsPerRank, problem, probe, Optional.empty(), Optional.empty());
  }
}
