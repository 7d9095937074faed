package trn2sim.hw.compiler;

import java.util.List;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Bounds how many earlier instructions of its lane that are still to be issued an instruction may
 * overtake: the first of a lane and {@code limit} more behind it have their turn.
 */
final class Lookahead {
  private final int limit;
  private final int[] lane;
  private final int[][] order;
  private final int[] admitted;

  Lookahead(List<Node> nodes, int limit) {
    this.limit = limit;
    TreeMap<Integer, Integer> numbers = new TreeMap<>();
    nodes.forEach(node -> numbers.putIfAbsent(node.lane(), numbers.size()));
    lane = nodes.stream().mapToInt(node -> numbers.get(node.lane())).toArray();
    admitted = new int[numbers.size()];
    int[] counts = new int[numbers.size()];
    for (int l : lane) {
      counts[l]++;
    }
    order = new int[numbers.size()][];
    for (int l = 0; l < order.length; l++) {
      order[l] = new int[counts[l]];
    }
    for (int node = lane.length - 1; node >= 0; node--) {
      order[lane[node]][--counts[lane[node]]] = node;
    }
  }

  /** Gives the first nodes of each lane their turn. */
  void open(IntConsumer admit) {
    for (int l = 0; l < order.length; l++) {
      long most = Math.min(order[l].length, limit + 1L);
      while (admitted[l] < most) {
        admit.accept(order[l][admitted[l]++]);
      }
    }
  }

  /** A node has been issued, so one more of its lane has its turn. */
  void issued(int node, IntConsumer admit) {
    int l = lane[node];
    if (admitted[l] < order[l].length) {
      admit.accept(order[l][admitted[l]++]);
    }
  }
}
