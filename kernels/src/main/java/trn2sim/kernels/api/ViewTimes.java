package trn2sim.kernels.api;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How long a kernel takes in each of its views, and what that says about overlap.
 *
 * @param rankPs for each view the time of every rank that is timed by itself, at least one
 */
public record ViewTimes(Map<View, List<Long>> rankPs) {
  public ViewTimes {
    rankPs = Collections.unmodifiableMap(new EnumMap<>(rankPs));
  }

  public boolean has(View view) {
    return rankPs.containsKey(view);
  }

  /** Whether there is something to be compared with. */
  public boolean hasSequential() {
    return has(View.SEQUENTIAL);
  }

  /** The time the view is said to take: the mean over ranks, rounded up. */
  public long ps(View view) {
    return meanPs(rankPs.get(view));
  }

  /** The mean over ranks, rounded up. */
  public static long meanPs(List<Long> ranks) {
    long sum = ranks.stream().mapToLong(Long::longValue).sum();
    return Math.floorDiv(sum + ranks.size() - 1, ranks.size());
  }

  /** How much faster the fused kernel is than the two parts one after the other. */
  public double speedup() {
    return (double) ps(View.SEQUENTIAL) / ps(View.TOTAL);
  }

  /** The share of the shorter part that is hidden behind the longer one. */
  public double overlapEfficiency() {
    long compute = ps(View.COMPUTE_ONLY);
    long comm = ps(View.COMM_ONLY);
    return (double) Math.max(0, compute + comm - ps(View.TOTAL)) / Math.min(compute, comm);
  }
}
