package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What holds for every all-gather plan, whatever its algorithm. */
final class PlanLaws {
  private PlanLaws() {}

  /** Walks each channel: only held chunks are sent, none arrives twice, all arrive everywhere. */
  static void check(AllGatherPlan plan, Placement placement, LostLinks lost) {
    for (List<PlanStep> channel : plan.channels()) {
      assertEquals(plan.steps(), channel.size());
      SortedMap<Integer, SortedSet<Integer>> held = new TreeMap<>();
      plan.group().ranks().forEach(rank -> held.put(rank, new TreeSet<>(List.of(rank))));
      for (PlanStep step : channel) {
        assertTrue(!step.transfers().isEmpty());
        walk(step, held, placement, lost);
      }
      for (SortedSet<Integer> chunks : held.values()) {
        assertEquals(plan.group().ranks(), List.copyOf(chunks));
      }
    }
  }

  private static void walk(
      PlanStep step,
      SortedMap<Integer, SortedSet<Integer>> held,
      Placement placement,
      LostLinks lost) {
    List<Runnable> arrivals = new ArrayList<>();
    for (Transfer transfer : step.transfers()) {
      assertTrue(held.get(transfer.source()).containsAll(transfer.chunks()), transfer::toString);
      assertEquals(placement.chip(transfer.driver()), placement.chip(transfer.source()));
      for (Delivery delivery : transfer.deliveries()) {
        checkRoute(delivery, transfer.source(), placement, lost);
        for (int chunk : transfer.chunks()) {
          arrivals.add(() -> assertTrue(held.get(delivery.rank()).add(chunk), transfer::toString));
        }
      }
    }
    arrivals.forEach(Runnable::run);
  }

  private static void checkRoute(
      Delivery delivery, int source, Placement placement, LostLinks lost) {
    Route route = delivery.route();
    assertEquals(placement.leadCore(source), route.fromCore());
    assertEquals(placement.leadCore(delivery.rank()), route.toCore());
    assertTrue(route.links().stream().allMatch(lost::alive));
  }
}
