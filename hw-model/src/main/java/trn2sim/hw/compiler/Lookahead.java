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

  /** By lane: its nodes, and how many of them have their turn; none if all have it at once. */
  private final int[][] order;

  private final int[] admitted;

  Lookahead(List<Node> nodes, int limit) {
    this.nodes = nodes;
    this.limit = limit;
    this.order = isBound() ? order(nodes) : new int[0][];
    this.admitted = new int[order.length];
  }

  /** Whether nodes have to wait for their turn. */
  boolean isBound() {
    return limit < nodes.size();
  }

  private static int[][] order(List<Node> nodes) {
    int lanes = 0;
    for (Node node : nodes) {
      lanes = Math.max(lanes, node.lane() + 1);
    }
    int[] counts = new int[lanes];
    for (Node node : nodes) {
      counts[node.lane()]++;
    }
    int[][] order = new int[lanes][];
    for (int lane = 0; lane < lanes; lane++) {
      order[lane] = new int[counts[lane]];
    }
    for (int i = nodes.size() - 1; i >= 0; i--) {
      int lane = nodes.get(i).lane();
      order[lane][--counts[lane]] = i;
    }
    return order;
  }

  /** Gives the first nodes of each lane their turn. */
  void open(IntConsumer admit) {
    for (int node = 0; node < nodes.size() && !isBound(); node++) {
      admit.accept(node);
    }
    for (int lane = 0; lane < order.length; lane++) {
      long most = Math.min(order[lane].length, limit + 1L);
      while (admitted[lane] < most) {
        admit.accept(order[lane][admitted[lane]++]);
      }
    }
  }

  /** A node has been issued, so one more of its lane has its turn. */
  void issued(int node, IntConsumer admit) {
    if (!isBound()) {
      return;
    }
    int lane = nodes.get(node).lane();
    if (admitted[lane] < order[lane].length) {
      admit.accept(order[lane][admitted[lane]++]);
    }
  }
}
