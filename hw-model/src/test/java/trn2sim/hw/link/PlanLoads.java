package trn2sim.hw.link;

import java.util.SortedMap;
import java.util.TreeMap;

/** How much of a plan crosses what. */
final class PlanLoads {
  private PlanLoads() {}

  /** How many chunks cross each directed link in a step. */
  static SortedMap<Link, Integer> links(PlanStep step) {
    SortedMap<Link, Integer> load = new TreeMap<>();
    for (ChunkCopy copy : step.transfers()) {
      for (Delivery delivery : copy.deliveries()) {
        for (Link link : delivery.route().links()) {
          load.merge(link, copy.chunks().size(), Integer::sum);
        }
      }
    }
    return load;
  }

  /** How many chunk parts cross each link in all steps; a part is chunk / channels. */
  static SortedMap<Link, Integer> links(AllGatherPlan plan) {
    SortedMap<Link, Integer> parts = new TreeMap<>();
    plan.channels()
        .forEach(
            steps ->
                steps.forEach(
                    step ->
                        links(step)
                            .forEach((link, chunks) -> parts.merge(link, chunks, Integer::sum))));
    return parts;
  }

  /** How many chunks a step reads from the ranks' memories and writes to them. */
  static int touches(PlanStep step) {
    return step.transfers().stream()
        .mapToInt(copy -> copy.chunks().size() * (1 + copy.deliveries().size()))
        .sum();
  }
}
