package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Topologies;

class AllGatherSelectionTest {
  private static final RankPlacement PAIRS = new RankPlacement(Topologies.instance(), 2);
  private static final AllGatherPlanner PLANNER = new AllGatherPlanner(PAIRS);

  @ParameterizedTest
  @CsvSource({
    "0,MESH",
    "999999,MESH",
    "1000000,RDH",
    "56000000,RDH",
    "56000001,KANGARING",
  })
  void sizeSelects(long bytes, AllGatherAlgorithm algorithm) {
    AllGatherPlan plan = PLANNER.plan(RankGroup.block(0, 64), bytes);
    assertEquals(algorithm, plan.algorithm());
    assertEquals(bytes + " B gathered: " + algorithm, plan.reason());
  }

  @Test
  void oneRankPerChipUsesTheRing() {
    RankGroup column = new RankGroup(List.of(0, 16, 32, 48));
    for (long bytes : new long[] {1, 2_000_000, 100_000_000}) {
      AllGatherPlan plan = PLANNER.plan(column, bytes);
      assertEquals(AllGatherAlgorithm.RING, plan.algorithm());
      assertEquals("groups with one rank per chip use the ring", plan.reason());
    }
  }

  @Test
  void whatDoesNotApplyFallsBackToTheRingWithTheReason() {
    assertEquals(
        "2000000 B gathered: RDH; ring instead: RDH needs chips that form a hypercube, these 6 do"
            + " not",
        PLANNER.plan(RankGroup.block(0, 24), 2_000_000).reason());
    assertEquals(
        "RDH asked for; ring instead: RDH needs the same ranks on each of its chips",
        PLANNER.plan(RankGroup.block(0, 6), AllGatherAlgorithm.RDH).reason());
    assertEquals(
        "60000000 B gathered: KANGARING; ring instead: KangaRing needs all ranks of each of its"
            + " chips in the group",
        PLANNER.plan(RankGroup.block(0, 6), 60_000_000).reason());
    assertEquals(
        "KANGARING asked for; routed ring instead: chip 0 of the group has usable links only to"
            + " chips [1] and from chips [1]",
        PLANNER.plan(RankGroup.block(0, 12), AllGatherAlgorithm.KANGARING).reason());
  }

  @Property(tries = 150)
  void anyGroupHasACorrectPlan(
      @ForAll @Size(min = 1, max = 20) Set<@IntRange(max = 63) Integer> ranks,
      @ForAll AllGatherAlgorithm algorithm) {
    RankGroup group = new RankGroup(List.copyOf(ranks));
    PlanLaws.check(PLANNER.plan(group, algorithm), PAIRS, LostLinks.NONE);
  }
}
