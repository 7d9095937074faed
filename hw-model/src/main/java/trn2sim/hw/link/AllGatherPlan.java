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
   * Returns for each rank how many transfers, each waiting for the one before it, stand behind the
   * last part that it receives or passes on: 1 if all can start at once, and for its own part.
   */
  public SortedMap<Integer, Integer> rounds() {
    SortedMap<Integer, Integer> rounds = new TreeMap<>();
    group.ranks().forEach(rank -> rounds.put(rank, 1));
    for (List<PlanStep> steps : channels) {
      Map<Integer, Map<Integer, Integer>> arrived = new HashMap<>();
      group.ranks().forEach(rank -> arrived.put(rank, new HashMap<>()));
      for (PlanStep step : steps) {
        for (ChunkCopy transfer : step.transfers()) {
          int round = 1 + latest(arrived.get(transfer.source()), transfer.chunks());
          rounds.merge(transfer.source(), round, Math::max);
          for (Delivery delivery : transfer.deliveries()) {
            rounds.merge(delivery.rank(), round, Math::max);
            transfer.chunks().forEach(chunk -> arrived.get(delivery.rank()).put(chunk, round));
          }
        }
      }
    }
    return rounds;
  }

  private static int latest(Map<Integer, Integer> arrived, List<Integer> chunks) {
    return chunks.stream().mapToInt(chunk -> arrived.getOrDefault(chunk, 0)).max().orElse(0);
  }
}
