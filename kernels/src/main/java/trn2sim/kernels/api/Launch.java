package trn2sim.kernels.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.isa.Script;

/**
 * A kernel made concrete: which core runs which script, and what the result should be.
 *
 * @param flopsPerRank useful floating-point operations of one rank
 * @param problem the mathematics, absent for programs that only measure time
 * @param probe reads figures off the run that time and counters do not show
 */
public record Launch(
    List<CoreLaunch> cores, double flopsPerRank, Optional<Problem> problem, Optional<Probe> probe) {
  /** One core's part. */
  public record CoreLaunch(int core, int rank, Script script, Map<Integer, Integer> registers) {}

  public Launch {
    cores = List.copyOf(cores);
  }
}
