package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.hw.Topologies;

class RouterTest {
  private static final Topology INSTANCE = Topologies.instance();

  static List<Topology> machines() {
    return List.of(Topologies.singleChip(), INSTANCE, Topologies.ultraServer());
  }

  @ParameterizedTest
  @MethodSource("machines")
  void routesAreConnectedAndShortest(Topology topology) {
    Router router = new Router(topology);
    for (int from = 0; from < topology.cores(); from += 3) {
      for (int to = 0; to < topology.cores(); to++) {
        LinkRoute route = router.route(from, to);
        int chip = topology.locate(from).chip();
        int target = topology.locate(to).chip();
        assertEquals(topology.distance(chip, target), route.chipHops());
        assertEquals(chip == target, route.onChip());
        for (Link link : route.links()) {
          assertEquals(chip, link.chip());
          chip = topology.target(link);
        }
        assertEquals(target, chip);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void allToAllLoadsEveryLinkAlike(Topology topology) {
    SortedMap<Link, Integer> load = new TreeMap<>();
    for (int from = 0; from < topology.cores(); from += topology.chip().cores()) {
      for (int to = 0; to < topology.cores(); to += topology.chip().cores()) {
        new Router(topology).route(from, to).links().forEach(l -> load.merge(l, 1, Integer::sum));
      }
    }
    assertEquals(topology.links().size(), load.size());
    assertTrue(load.values().stream().distinct().count() <= 1, load::toString);
  }

  @Test
  void routesGoAlongXFirst() {
    List<Link> links = new Router(INSTANCE).route(0, 8 * 7).links();
    assertEquals("[chip0.X-, chip3.Y+]", links.toString());
  }

  @Test
  void dieCrossingsFollowThePorts() {
    Router router = new Router(INSTANCE);
    assertEquals(0, router.route(0, 3).dieCrossings());
    assertEquals(1, router.route(0, 4).dieCrossings());
    // Rank 2 sits at the right port of chip 0, rank 5 at the left port of chip 1.
    assertEquals(0, router.route(4, 10).dieCrossings());
    assertEquals(1, router.route(0, 10).dieCrossings());
    assertEquals(2, router.route(0, 14).dieCrossings());
  }

  @Test
  void lostLinksAreAvoidedByAShortestDetour() {
    Link lost = new Link(0, LinkDirection.X_PLUS);
    Router router = new Router(INSTANCE, LostLinks.directed(List.of(lost)));
    assertEquals(3, router.route(0, 8).chipHops());
    assertEquals(1, router.route(8, 0).chipHops());
    Router cut = new Router(INSTANCE, LostLinks.cables(INSTANCE, List.of(lost)));
    assertEquals(3, cut.route(8, 0).chipHops());
    assertTrue(cut.route(8, 0).links().stream().allMatch(cut.lost()::alive));
  }

  @Test
  void anIsolatedChipIsRefusedByName() {
    Router router = new Router(INSTANCE, LostLinks.directed(INSTANCE.linksFrom(5)));
    var refusal = assertThrows(NoRouteException.class, () -> router.route(40, 0));
    assertTrue(refusal.getMessage().startsWith("no route from chip 5 to chip 0"));
    assertEquals(1, router.route(32, 40).chipHops());
  }
}
