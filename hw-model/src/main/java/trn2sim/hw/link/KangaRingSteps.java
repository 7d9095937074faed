package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * KangaRing all-gather: two ranks of a chip form a pair, and only the primaries form the ring.
 *
 * <p>A primary sends both chunks of its pair, then duplicates what arrives to its secondary and
 * downstream with one read. Roles alternate over the channels. Source: Neuron documentation,
 * intra-node collective communications.
 */
record KangaRingSteps(Wiring wiring) {
  /** Returns what stands against this algorithm for a group. */
  static Optional<String> obstacle(RankGroup group, RankPlacement placement) {
    boolean wholeChips =
        group.byChip(placement).values().stream()
            .allMatch(ranks -> ranks.size() == placement.ranksPerChip());
    return wholeChips
        ? Optional.empty()
        : Optional.of("KangaRing needs all ranks of each of its chips in the group");
  }

  List<PlanStep> around(RingOrder order, int channel) {
    List<Integer> primaries =
        order.ranks().stream().filter(rank -> rank % 2 == channel % 2).toList();
    int pairs = primaries.size();
    List<PlanStep> steps = new ArrayList<>();
    for (int step = 0; step < pairs; step++) {
      List<ChunkCopy> transfers = new ArrayList<>();
      for (int i = 0; i < pairs; i++) {
        int primary = primaries.get(i);
        int next = primaries.get((i + 1) % pairs);
        int origin = primaries.get(Math.floorMod(i - step, pairs));
        transfers.addAll(step == 0 ? first(primary, next) : List.of());
        if (step > 0) {
          transfers.add(forward(primary, origin, step < pairs - 1 ? List.of(next) : List.of()));
        }
      }
      steps.add(new PlanStep(transfers));
    }
    return steps;
  }

  private List<ChunkCopy> first(int primary, int next) {
    int secondary = partner(primary);
    return List.of(
        wiring.copy(primary, primary, List.of(primary), next, secondary),
        wiring.copy(primary, secondary, List.of(secondary), next, primary));
  }

  private ChunkCopy forward(int primary, int origin, List<Integer> downstream) {
    List<Integer> chunks = List.of(origin, partner(origin));
    List<Integer> destinations = new ArrayList<>(downstream);
    destinations.add(partner(primary));
    return wiring.copy(
        primary, primary, chunks, destinations.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Chips hold an even number of ranks, so the pair of an even rank is the next one. */
  private static int partner(int rank) {
    return rank ^ 1;
  }
}
