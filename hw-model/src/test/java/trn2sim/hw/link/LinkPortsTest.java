package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Topologies;

class LinkPortsTest {
  private static final Topology INSTANCE = Topologies.instance();
  private static final RankPlacement PAIRS = new RankPlacement(INSTANCE, 2);

  @ParameterizedTest(name = "cable {0}-{1}")
  @CsvSource({
    "2,5", "7,8", "10,13", "15,0", "1,18", "6,21", "9,26", "14,29", "48,3", "55,4",
  })
  void cablesOfTheFigureJoinTheseRanks(int from, int to) {
    Link link = INSTANCE.linkBetween(PAIRS.chip(from), PAIRS.chip(to)).orElseThrow();
    assertEquals(from, rankAt(link));
    assertEquals(to, rankAt(INSTANCE.reverse(link)));
  }

  @Test
  void eachPortOfAChipHasItsOwnStack() {
    for (int chip = 0; chip < INSTANCE.chips(); chip++) {
      TreeSet<Integer> ranks = new TreeSet<>();
      INSTANCE.linksFrom(chip).forEach(link -> ranks.add(rankAt(link)));
      int first = chip * PAIRS.ranksPerChip();
      assertEquals(List.of(first, first + 1, first + 2, first + 3), ranks.stream().toList());
    }
  }

  private static int rankAt(Link link) {
    int quadrant = LinkPorts.quadrantAt(INSTANCE, link.chip(), link.direction()).orElseThrow();
    return link.chip() * PAIRS.ranksPerChip() + quadrant;
  }
}
