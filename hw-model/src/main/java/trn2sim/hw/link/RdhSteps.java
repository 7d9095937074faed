package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Recursive doubling: ranks with one number on their chips swap all they hold along one axis after
 * another of the chip hypercube (1, 2, 4, 8 chunks), then the ranks of each chip exchange.
 *
 * <p>A ring of four chips is a square, so the torus is a hypercube. Ranks of a chip take the axes
 * in rotated order, so that in each step they leave by different links. Source: Neuron
 * documentation, intra-node collective communications, which names the axes but not their order.
 */
record RdhSteps(Wiring wiring) {
  /** Returns what stands against this algorithm for a group. */
  static Optional<String> obstacle(RankGroup group, RankPlacement placement) {
    SortedMap<Integer, List<Integer>> byChip = group.byChip(placement);
    long patterns =
        byChip.values().stream()
            .map(ranks -> ranks.stream().map(placement::indexInChip).toList())
            .distinct()
            .count();
    if (patterns != 1) {
      return Optional.of("RDH needs the same ranks on each of its chips");
    }
    Collection<Integer> nodes = nodes(byChip.keySet(), placement.topology()).keySet();
    return nodes.size() == 1 << axes(nodes).size()
        ? Optional.empty()
        : Optional.of("RDH needs chips that form a hypercube, these " + nodes.size() + " do not");
  }

  List<PlanStep> steps(RankGroup group) {
    SortedMap<Integer, List<Integer>> byChip = group.byChip(wiring.placement());
    SortedMap<Integer, Integer> nodes = nodes(byChip.keySet(), wiring.placement().topology());
    List<Integer> axes = axes(nodes.keySet());
    List<PlanStep> steps = new ArrayList<>();
    for (int step = 0; step < axes.size(); step++) {
      List<ChunkCopy> transfers = new ArrayList<>();
      for (int node : nodes.keySet()) {
        List<Integer> ranks = byChip.get(nodes.get(node));
        for (int index = 0; index < ranks.size(); index++) {
          List<Integer> turn = rotated(axes, index);
          List<Integer> partners = byChip.get(nodes.get(node ^ turn.get(step)));
          List<Integer> chunks = new ArrayList<>();
          for (int held : span(node, turn.subList(0, step))) {
            chunks.add(byChip.get(nodes.get(held)).get(index));
          }
          transfers.add(wiring.send(ranks.get(index), partners.get(index), chunks));
        }
      }
      steps.add(new PlanStep(transfers));
    }
    onChip(byChip).ifPresent(steps::add);
    return steps;
  }

  private Optional<PlanStep> onChip(SortedMap<Integer, List<Integer>> byChip) {
    List<ChunkCopy> transfers = new ArrayList<>();
    for (List<Integer> ranks : byChip.values()) {
      List<List<Integer>> held = new ArrayList<>();
      for (int i = 0; i < ranks.size(); i++) {
        int index = i;
        held.add(byChip.values().stream().map(members -> members.get(index)).toList());
      }
      transfers.addAll(wiring.exchange(ranks, held));
    }
    return transfers.isEmpty() ? Optional.empty() : Optional.of(new PlanStep(transfers));
  }

  /** Returns chips by hypercube node: two Gray-coded bits per torus axis, or their number. */
  private static SortedMap<Integer, Integer> nodes(Collection<Integer> chips, Topology topology) {
    SortedMap<Integer, Integer> nodes = new TreeMap<>();
    for (int chip : chips) {
      int node = topology.switched() ? chip : 0;
      for (int axis = 0; axis < 3 && !topology.switched(); axis++) {
        int coordinate = topology.coordinate(chip, axis);
        node |= (coordinate ^ (coordinate >> 1)) << (2 * axis);
      }
      nodes.put(node, chip);
    }
    return nodes;
  }

  /** Returns the bits in which the nodes differ. */
  private static List<Integer> axes(Collection<Integer> nodes) {
    int first = nodes.iterator().next();
    int differing = 0;
    for (int node : nodes) {
      differing |= node ^ first;
    }
    List<Integer> axes = new ArrayList<>();
    for (int rest = differing; rest != 0; rest &= rest - 1) {
      axes.add(Integer.lowestOneBit(rest));
    }
    return axes;
  }

  private static List<Integer> rotated(List<Integer> axes, int by) {
    List<Integer> rotated = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      rotated.add(axes.get((i + by) % axes.size()));
    }
    return rotated;
  }

  private static List<Integer> span(int node, List<Integer> axes) {
    List<Integer> nodes = new ArrayList<>(List.of(node));
    for (int axis : axes) {
      nodes.addAll(nodes.stream().map(held -> held ^ axis).toList());
    }
    return nodes;
  }
}
