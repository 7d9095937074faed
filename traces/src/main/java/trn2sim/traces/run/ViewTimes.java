package trn2sim.traces.run;

import java.util.OptionalLong;

/**
 * How long a fused kernel takes beside what its parts alone would take.
 *
 * @param totalPs the fused kernel
 * @param computePs the same program on a machine whose communication takes no time
 * @param commPs the same program on a machine whose arithmetic takes no time
 * @param sequentialPs gathering first and multiplying afterwards
 */
public record ViewTimes(long totalPs, long computePs, long commPs, OptionalLong sequentialPs) {
  /** How much faster the fused kernel is than the two parts one after the other. */
  public double speedup() {
    return (double) sequentialPs.orElseThrow() / totalPs;
  }

  /** The share of the shorter part that is hidden behind the longer one. */
  public double overlapEfficiency() {
    return (double) Math.max(0, computePs + commPs - totalPs) / Math.min(computePs, commPs);
  }
}
