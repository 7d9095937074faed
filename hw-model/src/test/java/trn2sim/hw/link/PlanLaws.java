package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What holds for every all-gather plan, whatever its algorithm. */
final class PlanLaws {
  private PlanLaws() {}

  /** Walks each channel: only held chunks are sent, none arrives twice, all arrive everywhere. */
  static void check(AllGatherPlan plan, RankPlacement placement, LostLinks lost) {
    for (List<PlanStep> channel : plan.channels()) {
      assertEquals(plan.steps(), channel.size());
      SortedMap<Integer, BitSet> held = new TreeMap<>();
      plan.group().ranks().forEach(rank -> held.put(rank, new BitSet()));
      held.forEach((rank, chunks) -> chunks.set(rank));
      for (PlanStep step : channel) {
        assertTrue(!step.transfers().isEmpty());
        walk(step, held, placement, lost);
      }
      for (BitSet chunks : held.values()) {
        assertEquals(plan.group().ranks(), chunks.stream().boxed().toList());
      }
    }
  }

  private static void walk(
      PlanStep step, SortedMap<Integer, BitSet> held, RankPlacement placement, LostLinks lost) {
    for (ChunkCopy transfer : step.transfers()) {
      BitSet source = held.get(transfer.source());
      assertTrue(transfer.chunks().stream().allMatch(source::get), transfer::toString);
      assertEquals(placement.chip(transfer.driver()), placement.chip(transfer.source()));
    }
    for (ChunkCopy transfer : step.transfers()) {
      for (Delivery delivery : transfer.deliveries()) {
        checkRoute(delivery, transfer.source(), placement, lost);
        BitSet target = held.get(delivery.rank());
        assertTrue(transfer.chunks().stream().noneMatch(target::get), transfer::toString);
        transfer.chunks().forEach(target::set);
      }
    }
  }

  private static void checkRoute(
      Delivery delivery, int source, RankPlacement placement, LostLinks lost) {
    LinkRoute route = delivery.route();
    assertEquals(placement.leadCore(source), route.fromCore());
    assertEquals(placement.leadCore(delivery.rank()), route.toCore());
    assertTrue(route.links().stream().allMatch(lost::alive));
  }
}
