package trn2sim.traces.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import trn2sim.traces.run.RunResult;

/**
 * The chain of causes that ends with the last instruction: each step goes to whatever its task
 * waited for last. The time of every step is charged to one resource, so the shares add up to the
 * run.
 */
public final class CriticalPath {
  /** Time on the path that one resource is answerable for. */
  public record Share(String resource, long ps) {}

  private CriticalPath() {}

  /** The shares, biggest first. */
  public static List<Share> of(RunResult result) {
    Map<String, Long> shares =
        result
            .neuron()
            .map(run -> NeuronPath.of(result, run))
            .orElseGet(() -> TimelinePath.of(result));
    return shares.entrySet().stream()
        .map(entry -> new Share(entry.getKey(), entry.getValue()))
        .filter(share -> share.ps > 0)
        .sorted(Comparator.comparingLong(Share::ps).reversed().thenComparing(Share::resource))
        .toList();
  }
}
