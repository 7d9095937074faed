package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Topologies;
import trn2sim.hw.spec.ChipSpec;

class TopologyTest {
  private static final Topology INSTANCE = Topologies.instance();

  @Test
  void machinesHaveTheirChipsCoresAndLinks() {
    assertEquals(1, Topologies.singleChip().chips());
    assertEquals(16, INSTANCE.chips());
    assertEquals(64, Topologies.ultraServer().chips());
    assertEquals(128, INSTANCE.cores());
    assertEquals(0, Topologies.singleChip().links().size());
    assertEquals(16 * 4, INSTANCE.links().size());
    assertEquals(64 * 6, Topologies.ultraServer().links().size());
    long slow =
        Topologies.ultraServer().links().stream()
            .filter(l -> l.direction().kind() == LinkKind.Z)
            .count();
    assertEquals(64 * 2, slow);
  }

  @Test
  void chipZeroHasThePublishedNeighbours() {
    List<Integer> neighbours = INSTANCE.linksFrom(0).stream().map(INSTANCE::target).toList();
    assertEquals(List.of(1, 3, 4, 12), neighbours);
    assertEquals(16, Topologies.ultraServer().target(new Link(0, LinkDirection.Z_PLUS)));
    assertEquals(48, Topologies.ultraServer().target(new Link(0, LinkDirection.Z_MINUS)));
  }

  @Test
  void everyLinkHasAReverseAndJoinsChipsAtDistanceOne() {
    Topology topology = Topologies.ultraServer();
    TreeSet<Integer> ids = new TreeSet<>();
    for (Link link : topology.links()) {
      Link back = topology.reverse(link);
      assertEquals(link.chip(), topology.target(back));
      assertEquals(link, topology.reverse(back));
      assertEquals(link.direction().kind(), back.direction().kind());
      assertEquals(1, topology.distance(link.chip(), topology.target(link)));
      assertEquals(link, topology.linkBetween(link.chip(), topology.target(link)).orElseThrow());
      ids.add(link.id());
    }
    assertEquals(topology.links().size(), ids.size());
  }

  @Test
  void coresPairUpOnStacksAndStacksOnDies() {
    assertEquals(new CoreLocation(0, 0, 0, 1), INSTANCE.locate(1));
    assertEquals(new CoreLocation(0, 0, 1, 3), INSTANCE.locate(3));
    assertEquals(new CoreLocation(2, 1, 2, 4), INSTANCE.locate(20));
    assertEquals(new CoreLocation(15, 1, 3, 7), INSTANCE.locate(127));
    assertThrows(IllegalArgumentException.class, () -> INSTANCE.locate(128));
  }

  @Test
  void aChipOfOtherSizeKeepsItsDiesAndPairs() {
    Topology topology = Topology.of(new ChipSpec(16, 2, 16, 0));
    assertEquals(256, topology.cores());
    assertEquals(new CoreLocation(0, 0, 0, 7), topology.locate(7));
    assertEquals(new CoreLocation(1, 1, 1, 8), topology.locate(24));
    RankPlacement pairs = new RankPlacement(topology, 2);
    assertEquals(8, pairs.ranksPerChip());
    assertEquals(0, pairs.chip(7));
    assertEquals(1, pairs.chip(8));
  }

  @Test
  void ranksOwnTheirCores() {
    RankPlacement pairs = new RankPlacement(INSTANCE, 2);
    RankPlacement singles = new RankPlacement(INSTANCE, 1);
    assertEquals(64, pairs.ranks());
    assertEquals(128, singles.ranks());
    assertEquals(List.of(10, 11), pairs.cores(5));
    assertEquals(List.of(5), singles.cores(5));
    assertEquals(4, pairs.ranksPerChip());
    assertEquals(1, pairs.chip(5));
    assertEquals(1, pairs.location(5).stack());
    assertEquals(0, pairs.location(5).die());
    assertEquals(1, singles.location(5).die());
    for (int rank = 0; rank < pairs.ranks(); rank++) {
      assertEquals(rank, 4 * pairs.chip(rank) + pairs.indexInChip(rank));
      assertEquals(pairs.location(rank).stack(), INSTANCE.locate(pairs.cores(rank).get(1)).stack());
    }
    assertThrows(IllegalArgumentException.class, () -> new RankPlacement(INSTANCE, 3));
    assertThrows(IllegalArgumentException.class, () -> pairs.chip(64));
  }
}
