package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.hw.spec.DeviceParameters;

/** Chips behind switches: one way between any two, rings over any chips. */
class SwitchedTopologyTest {
  private static DeviceParameters chips(int chips) {
    return DeviceParameters.load("trn3")
        .withOverrides(Map.of("instance.chips", String.valueOf(chips)));
  }

  private static Topology of(int chips) {
    return Topology.of(chips(chips).neuron().chip());
  }

  /** Racks of 32 chips with Gen1, of 72 with Gen2. */
  @ParameterizedTest
  @CsvSource({
    "4, 0, 3, chip0.X+ chip3.X-",
    "64, 0, 3, chip0.X+ chip3.X-",
    "64, 3, 4, chip3.Y+ chip4.Y-",
    "64, 31, 0, chip31.Y+ chip0.Y-",
    "64, 31, 32, chip31.Z+ chip32.Z-",
    "144, 0, 71, chip0.Y+ chip71.Y-",
    "144, 143, 71, chip143.Z+ chip71.Z-",
  })
  void theLowestSwitchAboveBoth(int chips, int from, int to, String links) {
    LinkRoute route = new Router(of(chips)).route(8 * from, 8 * to + 7);
    assertEquals(links, String.join(" ", route.links().stream().map(Link::toString).toList()));
    assertEquals(0, route.dieCrossings());
  }

  @Test
  void onAChipDiesCountAsEver() {
    LinkRoute route = new Router(of(4)).route(8, 15);
    assertEquals(List.of(), route.links());
    assertEquals(1, route.dieCrossings());
  }

  /** Three chips form no ring on a torus. */
  @Test
  void ringsOverAnyChips() {
    RingEmbedding rings =
        new RingEmbedder(new RankPlacement(of(64), 2)).embed(RankGroup.block(0, 12), 4);
    assertEquals(List.of(0, 1, 2), rings.rings().get(0).chips());
    assertEquals(List.of(0, 2, 1), rings.rings().get(1).chips());
    assertEquals(4, rings.linkSharing());
    assertEquals(6, rings.rings().get(0).links().size());
  }

  @ParameterizedTest
  @CsvSource({"RDH, 16", "MESH, 16", "RING, 24", "KANGARING, 24", "RDH, 576"})
  void plansOverServersAndRacks(AllGatherAlgorithm algorithm, int ranks) {
    RankPlacement placement = new RankPlacement(of(144), 2);
    AllGatherPlan plan = new AllGatherPlanner(placement).plan(RankGroup.block(0, ranks), algorithm);
    boolean cube = Integer.bitCount(ranks) == 1;
    assertEquals(
        cube || algorithm != AllGatherAlgorithm.RDH ? algorithm : AllGatherAlgorithm.RING,
        plan.algorithm());
  }

  @Test
  void machinesThatAreNone() {
    String message = assertThrows(SpecException.class, () -> of(6)).getMessage();
    assertTrue(
        message.endsWith(
            "expected instance.chips 6 to be 1, a server of link.server_chips 4, or a multiple of 8"
                + " up to 144: servers in two racks"),
        message);
  }
}
