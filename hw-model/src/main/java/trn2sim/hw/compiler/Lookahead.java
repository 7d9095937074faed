package trn2sim.hw.compiler;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * Bounds how many earlier instructions of its lane that are still to be issued an instruction may
 * overtake: the first of a lane and {@code limit} more behind it have their turn.
 */
final class Lookahead {
  private final List<Node> nodes;
  private final int limit;
  private final int[][] order;
  private final int[] admitted;

  Lookahead(List<Node> nodes, int limit) {
    this.nodes = nodes;
    this.limit = limit;
    int lanes = 0;
    for (Node node : nodes) {
      lanes = Math.max(lanes, node.lane() + 1);
    }
    int[] counts = new int[lanes];
    for (Node node : nodes) {
      counts[node.lane()]++;
    }
    admitted = new int[lanes];
    order = new int[lanes][];
    for (int lane = 0; lane < lanes; lane++) {
      order[lane] = new int[counts[lane]];
    }
    for (int i = nodes.size() - 1; i >= 0; i--) {
      int lane = nodes.get(i).lane();
      order[lane][--counts[lane]] = i;
    }
  }

  /** Gives the first nodes of each lane their turn. */
  void open(IntConsumer admit) {
    for (int lane = 0; lane < order.length; lane++) {
      long most = Math.min(order[lane].length, limit + 1L);
      while (admitted[lane] < most) {
        admit.accept(order[lane][admitted[lane]++]);
      }
    }
  }

  /** A node has been issued, so one more of its lane has its turn. */
  void issued(int node, IntConsumer admit) {
    int lane = nodes.get(node).lane();
    if (admitted[lane] < order[lane].length) {
      admit.accept(order[lane][admitted[lane]++]);
    }
  }
}
