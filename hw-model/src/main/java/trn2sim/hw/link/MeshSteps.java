package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Mesh all-gather: each chip writes its chunks to every other chip by routed writes, the other
 * chips being shared out among its ranks; then the ranks of each chip exchange what they received.
 *
 * <p>Receivers take turns, so each holds an equal share before the exchange. Source: Neuron
 * documentation, intra-node collective communications.
 */
record MeshSteps(Wiring wiring) {
  List<PlanStep> steps(RankGroup group) {
    List<List<Integer>> chips = List.copyOf(group.byChip(wiring.placement()).values());
    SortedMap<Integer, List<Integer>> held = new TreeMap<>();
    group.ranks().forEach(rank -> held.put(rank, new ArrayList<>(List.of(rank))));
    List<ChunkCopy> between = new ArrayList<>();
    for (int chip = 0; chip < chips.size(); chip++) {
      for (int offset = 1; offset < chips.size(); offset++) {
        List<Integer> from = chips.get(chip);
        List<Integer> to = chips.get((chip + offset) % chips.size());
        int driver = from.get((offset - 1) % from.size());
        int receiver = to.get((offset - 1) % to.size());
        from.forEach(rank -> between.add(wiring.copy(driver, rank, List.of(rank), receiver)));
        held.get(receiver).addAll(from);
      }
    }
    List<ChunkCopy> within = new ArrayList<>();
    for (List<Integer> ranks : chips) {
      within.addAll(wiring.exchange(ranks, ranks.stream().map(held::get).toList()));
    }
    return List.of(between, within).stream()
        .filter(transfers -> !transfers.isEmpty())
        .map(PlanStep::new)
        .toList();
  }
}
