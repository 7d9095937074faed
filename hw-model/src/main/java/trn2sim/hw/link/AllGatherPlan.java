package trn2sim.hw.link;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * Returns how many transfers, each waiting for the one before it, stand behind the last part that
   * a rank receives or passes on; 1 if all can start at once, and for the rank's own part.
   */
  public int rounds(int rank) {
    int rounds = 1;
    for (List<PlanStep> steps : channels) {
      Map<List<Integer>, Integer> held = new HashMap<>();
      for (PlanStep step : steps) {
        for (Transfer transfer : step.transfers()) {
          int round = 1;
          for (int chunk : transfer.chunks()) {
            round = Math.max(round, 1 + held.getOrDefault(List.of(transfer.source(), chunk), 0));
          }
          boolean concerned = transfer.source() == rank;
          for (Delivery delivery : transfer.deliveries()) {
            concerned |= delivery.rank() == rank;
            for (int chunk : transfer.chunks()) {
              held.merge(List.of(delivery.rank(), chunk), round, Math::max);
            }
          }
          rounds = concerned ? Math.max(rounds, round) : rounds;
        }
      }
    }
    return rounds;
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
