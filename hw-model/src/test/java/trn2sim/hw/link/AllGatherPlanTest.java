package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.hw.Topologies;

class AllGatherPlanTest {
  private static final RankPlacement PAIRS = new RankPlacement(Topologies.instance(), 2);

  @ParameterizedTest
  @EnumSource
  void everySizeDeliversEveryChunkOnce(AllGatherAlgorithm algorithm) {
    for (int lnc : new int[] {1, 2}) {
      RankPlacement placement = new RankPlacement(Topologies.instance(), lnc);
      for (int tp = 1; tp <= placement.ranks(); tp += tp < 34 ? 1 : 15) {
        checked(placement, RankGroup.block(0, tp), algorithm);
      }
      checked(placement, RankGroup.block(0, placement.ranks()), algorithm);
    }
    RankPlacement ultra = new RankPlacement(Topologies.ultraServer(), 2);
    checked(ultra, RankGroup.block(0, 256), algorithm);
    checked(new RankPlacement(Topologies.singleChip(), 1), RankGroup.block(0, 8), algorithm);
  }

  @ParameterizedTest
  @EnumSource
  void lostCablesAreRoutedAround(AllGatherAlgorithm algorithm) {
    for (Link link :
        List.of(new Link(0, LinkDirection.X_PLUS), new Link(6, LinkDirection.Y_MINUS))) {
      LostLinks lost = LostLinks.cables(Topologies.instance(), List.of(link));
      for (int tp : new int[] {8, 16, 32, 64}) {
        AllGatherPlan plan =
            new AllGatherPlanner(PAIRS, lost).plan(RankGroup.block(0, tp), algorithm);
        PlanLaws.check(plan, PAIRS, lost);
      }
    }
  }

  @ParameterizedTest(name = "{0} tp={1} LNC={2}: {3} channels, {4} steps")
  @CsvSource({
    "RING,4,2,2,3",
    "RING,16,2,2,15",
    "RING,64,2,4,63",
    "RING,128,1,4,127",
    "KANGARING,4,2,2,2",
    "KANGARING,16,2,2,8",
    "KANGARING,64,2,4,32",
    "KANGARING,128,1,4,64",
    "RDH,4,2,1,1",
    "RDH,8,2,1,2",
    "RDH,16,2,1,3",
    "RDH,32,2,1,4",
    "RDH,64,2,1,5",
    "RDH,128,1,1,5",
    "MESH,4,2,1,1",
    "MESH,8,2,1,2",
    "MESH,64,2,1,2",
    "MESH,24,1,1,2",
  })
  void stepsAreThePublishedOnes(
      AllGatherAlgorithm algorithm, int tp, int lnc, int channels, int steps) {
    RankPlacement placement = new RankPlacement(Topologies.instance(), lnc);
    AllGatherPlan plan = checked(placement, RankGroup.block(0, tp), algorithm);
    assertEquals(algorithm, plan.algorithm());
    assertEquals(channels, plan.channels().size());
    assertEquals(steps, plan.steps());
  }

  @Test
  void ringStepsCrossEachLinkOnceAndChannelsAreDisjoint() {
    for (int tp : new int[] {4, 16, 24, 32, 64}) {
      AllGatherPlan plan = checked(PAIRS, RankGroup.block(0, tp), AllGatherAlgorithm.RING);
      List<Link> used = new ArrayList<>();
      for (List<PlanStep> channel : plan.channels()) {
        channel.forEach(
            s -> assertTrue(PlanLoads.links(s).values().stream().allMatch(n -> n == 1)));
        used.addAll(PlanLoads.links(channel.get(0)).keySet());
      }
      assertEquals(used.size(), used.stream().distinct().count());
      assertTrue(PlanLoads.links(plan).values().stream().allMatch(parts -> parts == tp - 1));
    }
  }

  @ParameterizedTest
  @CsvSource({"RING,8,7", "MESH,4,1", "MESH,8,2", "RDH,64,5", "KANGARING,64,32"})
  void roundsAreTheTransfersThatWaitForOneAnother(
      AllGatherAlgorithm algorithm, int tp, int rounds) {
    AllGatherPlan plan = checked(PAIRS, RankGroup.block(0, tp), algorithm);
    assertEquals(tp, plan.rounds().size());
    plan.rounds().forEach((rank, count) -> assertEquals(rounds, count, "rank " + rank));
  }

  @Test
  void kangaRingSavesAQuarterOfTheMemoryTouches() {
    AllGatherPlan ring = checked(PAIRS, RankGroup.block(0, 64), AllGatherAlgorithm.RING);
    AllGatherPlan kanga = checked(PAIRS, RankGroup.block(0, 64), AllGatherAlgorithm.KANGARING);
    PlanStep ringStep = ring.channels().get(0).get(7);
    PlanStep kangaStep = kanga.channels().get(0).get(7);
    // One chunk past two ranks: two reads and two writes, against one read and two writes.
    assertEquals(64 + 64, PlanLoads.touches(ringStep));
    assertEquals(64 + 128, PlanLoads.touches(kangaStep));
    assertEquals(16 * 2, PlanLoads.links(kangaStep).values().stream().mapToInt(n -> n).sum());
  }

  @Test
  void kangaRingRolesAlternateOverChannels() {
    AllGatherPlan plan = checked(PAIRS, RankGroup.block(0, 64), AllGatherAlgorithm.KANGARING);
    for (int channel = 0; channel < 4; channel++) {
      int parity = channel % 2;
      for (PlanStep step : plan.channels().get(channel)) {
        assertTrue(step.transfers().stream().allMatch(t -> t.driver() % 2 == parity));
      }
    }
  }

  @Test
  void rdhDoublesAndUsesEveryLinkOncePerStep() {
    AllGatherPlan plan = checked(PAIRS, RankGroup.block(0, 64), AllGatherAlgorithm.RDH);
    for (int step = 0; step < 4; step++) {
      PlanStep exchange = plan.channels().get(0).get(step);
      int chunks = 1 << step;
      assertTrue(exchange.transfers().stream().allMatch(t -> t.chunks().size() == chunks));
      assertEquals(64, PlanLoads.links(exchange).size());
      assertTrue(PlanLoads.links(exchange).values().stream().allMatch(load -> load == chunks));
    }
  }

  @Test
  void meshSharesTheChipsOutAndOversubscribesLinks() {
    AllGatherPlan plan = checked(PAIRS, RankGroup.block(0, 64), AllGatherAlgorithm.MESH);
    PlanStep scatter = plan.channels().get(0).get(0);
    for (int rank = 0; rank < 64; rank++) {
      int me = rank;
      long received =
          scatter.transfers().stream().filter(t -> t.deliveries().get(0).rank() == me).count();
      assertTrue(received == 12 || received == 16, () -> me + " received " + received);
    }
    // 16 chips x 15 others x 4 chunks x mean distance 32/15, over 64 links.
    assertTrue(PlanLoads.links(scatter).values().stream().allMatch(load -> load == 32));
  }

  private static AllGatherPlan checked(
      RankPlacement placement, RankGroup group, AllGatherAlgorithm algorithm) {
    AllGatherPlan plan = new AllGatherPlanner(placement).plan(group, algorithm);
    PlanLaws.check(plan, placement, LostLinks.NONE);
    assertEquals(group, plan.group());
    return plan;
  }
}
