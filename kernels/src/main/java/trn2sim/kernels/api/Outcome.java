package trn2sim.kernels.api;

import java.util.Collections;
import java.util.List;
import trn2sim.core.timeline.Timeline;

/**
 * What one view of a kernel left behind.
 *
 * @param rankPs the time each rank took, as its host would have measured it
 * @param work what the run did to the tensors, empty in views that compute nothing
 * @param events events of the simulation
 */
public record Outcome(
    View view,
    Timeline timeline,
    Labeller labels,
    List<Long> rankPs,
    Resources resources,
    List<TileEffect> work,
    long events) {
  /** Traffic by kind. */
  public record Resources(List<Traffic> links, List<Traffic> hbm, List<Traffic> dma) {
    public Resources {
      links = List.copyOf(links);
      hbm = List.copyOf(hbm);
      dma = List.copyOf(dma);
    }
  }

  public Outcome {
    rankPs = List.copyOf(rankPs);
    work = Collections.unmodifiableList(work);
  }

  /** Mean over ranks, rounded up: the time the view is said to take. */
  public long meanPs() {
    long sum = rankPs.stream().mapToLong(Long::longValue).sum();
    return Math.floorDiv(sum + rankPs.size() - 1, rankPs.size());
  }
}
