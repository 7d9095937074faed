package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Deterministic search for a directed Hamiltonian cycle over at most 64 chips.
 *
 * <p>Depth first from the lowest chip, next the neighbour with the fewest exits left (ties by link
 * order), cut where a chip left has become unreachable. A step budget bounds the effort; the
 * machine's own groups need a few hundred steps.
 */
final class CycleSearch {
  private final ChipGraph graph;
  private final Predicate<List<Integer>> accept;
  private final long[] out;
  private final long[] in;
  private final List<List<Integer>> exits = new ArrayList<>();
  private final int[] path;
  private int budget;

  /** Searches for the first cycle that the predicate accepts. */
  CycleSearch(ChipGraph graph, int budget, Predicate<List<Integer>> accept) {
    this.graph = graph;
    this.budget = budget;
    this.accept = accept;
    int size = graph.chips().size();
    this.out = new long[size];
    this.in = new long[size];
    this.path = new int[size];
    for (int i = 0; i < size; i++) {
      exits.add(new ArrayList<>());
    }
    for (Link link : graph.links()) {
      int from = graph.chips().indexOf(link.chip());
      int to = graph.chips().indexOf(graph.topology().target(link));
      out[from] |= 1L << to;
      in[to] |= 1L << from;
      exits.get(from).add(to);
    }
  }

  Optional<List<Integer>> find() {
    if (graph.chips().size() == 1) {
      return Optional.of(graph.chips());
    }
    long free = -1L >>> (64 - path.length) & ~1L;
    return extend(1, 0, free) ? Optional.of(cycle()) : Optional.empty();
  }

  private boolean extend(int depth, int at, long free) {
    if (budget-- <= 0) {
      return false;
    }
    if (free == 0) {
      return accept.test(cycle()); // the last dead-end check has found the way back
    }
    if (deadEnd(at, free)) {
      return false;
    }
    for (int next : candidates(at, free)) {
      path[depth] = next;
      if (extend(depth + 1, next, free & ~(1L << next))) {
        return true;
      }
    }
    return false;
  }

  private List<Integer> candidates(int at, long free) {
    return exits.get(at).stream()
        .filter(next -> (free >>> next & 1L) != 0)
        .sorted(Comparator.comparingInt(next -> Long.bitCount(out[next] & free)))
        .toList();
  }

  private boolean deadEnd(int at, long free) {
    long sources = free | 1L << at;
    long targets = free | 1L;
    for (long rest = free; rest != 0; rest &= rest - 1) {
      int chip = Long.numberOfTrailingZeros(rest);
      long before = in[chip] & sources;
      long after = out[chip] & targets;
      boolean needsTwo = path.length > 2;
      if (before == 0 || after == 0 || (needsTwo && Long.bitCount(before | after) < 2)) {
        return true;
      }
    }
    return (in[0] & free) == 0 || !reachesAll(at, free);
  }

  private boolean reachesAll(int at, long free) {
    long seen = 0;
    long frontier = out[at] & free;
    while (frontier != 0) {
      seen |= frontier;
      long next = 0;
      for (long rest = frontier; rest != 0; rest &= rest - 1) {
        next |= out[Long.numberOfTrailingZeros(rest)];
      }
      frontier = next & free & ~seen;
    }
    return seen == free;
  }

  private List<Integer> cycle() {
    return Arrays.stream(path).mapToObj(graph.chips()::get).toList();
  }
}
