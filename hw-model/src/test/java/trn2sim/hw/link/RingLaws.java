package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** What holds for every embedding: Hamiltonian, adjacent, ranks of a chip in a row. */
final class RingLaws {
  private RingLaws() {}

  static void check(RingEmbedding embedding, RankPlacement placement) {
    Topology topology = placement.topology();
    for (RingEmbedding.ChannelRing ring : embedding.rings()) {
      List<Integer> ranks = ring.order().ranks();
      assertEquals(embedding.group().size(), ranks.size());
      assertEquals(embedding.group().ranks(), new TreeSet<>(ranks).stream().toList());
      List<Link> crossed = new ArrayList<>();
      for (int rank : ranks) {
        int here = placement.chip(rank);
        int there = placement.chip(ring.order().successor(rank));
        if (here != there) {
          crossed.add(topology.linkBetween(here, there).orElseThrow());
        }
        assertEquals(ranks.size(), new TreeSet<>(ring.order().orderFrom(rank)).size());
      }
      assertEquals(crossed, ring.links());
      assertEquals(crossed.size(), new TreeSet<>(crossed).size());
      Collection<Integer> chips = embedding.group().byChip(placement).keySet();
      assertEquals(chips.size() == 1 ? 0 : chips.size(), crossed.size());
      assertTrue(ring.chips().containsAll(chips));
      assertEquals(chips.size(), ring.chips().size());
    }
  }

  /** Whether a chip has fewer than two neighbours among three or more chips of the group. */
  static boolean hasLeafChip(RankGroup group, RankPlacement placement) {
    Collection<Integer> chips = group.byChip(placement).keySet();
    Topology topology = placement.topology();
    for (int chip : chips) {
      long near = chips.stream().filter(other -> topology.distance(chip, other) == 1).count();
      if (near < Math.min(2, chips.size() - 1)) {
        return true;
      }
    }
    return false;
  }
}
