package trn2sim.hw.link;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An all-gather as data: per channel a list of steps.
 *
 * <p>Channels run side by side, each with an equal part of every chunk. A rank may send a chunk
 * once it owns it or received it in an earlier step of the same channel.
 *
 * @param group the ranks that gather
 * @param algorithm the algorithm of the steps
 * @param reason why this algorithm, and what stood against the one asked for
 * @param channels the steps of each channel
 */
public record AllGatherPlan(
    RankGroup group, AllGatherAlgorithm algorithm, String reason, List<List<PlanStep>> channels) {
  public AllGatherPlan {
    channels = channels.stream().map(List::copyOf).toList();
  }

  /** Returns the number of steps, equal on all channels. */
  public int steps() {
    return channels.get(0).size();
  }

  /** Returns how many chunk parts cross each link in all steps; a part is chunk / channels. */
  public SortedMap<Link, Integer> linkParts() {
    SortedMap<Link, Integer> parts = new TreeMap<>();
    for (List<PlanStep> steps : channels) {
      for (PlanStep step : steps) {
        step.linkLoad().forEach((link, chunks) -> parts.merge(link, chunks, Integer::sum));
      }
    }
    return parts;
  }
}
