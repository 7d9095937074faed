package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Finds one directed Hamiltonian chip cycle per channel, link-disjoint where the links allow it.
 *
 * <p>First choice: one cycle per two channels, walked both ways, pairwise without a common cable
 * (the 4x4 torus splits into two such cycles: Neuron documentation, intra-node collectives). With
 * lost or too few links: directed cycles one by one, then cycles already in use are shared. With
 * switches: up and down the chips' numbers.
 */
final class ChipCycles {
  private static final int BUDGET = 200_000;
  private static final int INNER_BUDGET = 5_000;

  private final ChipGraph graph;

  ChipCycles(ChipGraph graph) {
    this.graph = graph;
  }

  /** Returns one cycle per channel, or nothing if the chips form no cycle at all. */
  Optional<List<List<Integer>>> forChannels(int channels) {
    List<List<Integer>> cycles =
        graph.topology().switched()
            ? List.of(graph.chips(), reversed(graph.chips()))
            : cables(channels);
    if (cycles.isEmpty()) {
      cycles = oneByOne(channels);
    }
    if (cycles.isEmpty()) {
      return Optional.empty();
    }
    List<List<Integer>> perChannel = new ArrayList<>();
    for (int channel = 0; channel < channels; channel++) {
      perChannel.add(cycles.get(channel % cycles.size()));
    }
    return Optional.of(List.copyOf(perChannel));
  }

  private List<List<Integer>> cables(int channels) {
    ChipGraph cables = graph.bothWays();
    boolean onChip = graph.chips().size() == 1;
    if (channels > 2 && !onChip && !cables.hasExits(4)) {
      return List.of(); // each of two disjoint cycles takes two cables of every chip
    }
    List<List<Integer>> second = new ArrayList<>();
    CycleSearch search =
        new CycleSearch(
            cables,
            BUDGET,
            first -> channels <= 2 || secondCycle(cables, first).map(second::add).isPresent());
    Optional<List<Integer>> first = search.find();
    if (first.isEmpty()) {
      return List.of();
    }
    List<List<Integer>> both = new ArrayList<>(List.of(first.get(), reversed(first.get())));
    if (channels > 2 && !onChip) {
      both.add(second.get(0));
      both.add(reversed(second.get(0)));
    }
    return both;
  }

  private static Optional<List<Integer>> secondCycle(ChipGraph cables, List<Integer> first) {
    ChipGraph rest = cables.without(cables.along(first)).without(cables.along(reversed(first)));
    return new CycleSearch(rest, INNER_BUDGET, cycle -> true).find();
  }

  private List<List<Integer>> oneByOne(int channels) {
    List<List<Integer>> found = new ArrayList<>();
    ChipGraph rest = graph;
    while (found.size() < channels) {
      Optional<List<Integer>> next = new CycleSearch(rest, BUDGET, cycle -> true).find();
      if (next.isEmpty()) {
        break;
      }
      found.add(next.get());
      rest = rest.without(rest.along(next.get()));
      List<Integer> back = reversed(next.get());
      if (found.size() < channels && rest.links().containsAll(rest.along(back))) {
        found.add(back);
        rest = rest.without(rest.along(back));
      }
    }
    return found;
  }

  /** Returns the cycle walked the other way from the same first chip. */
  private static List<Integer> reversed(List<Integer> cycle) {
    List<Integer> back = new ArrayList<>(cycle);
    Collections.reverse(back.subList(1, back.size()));
    return back;
  }
}
