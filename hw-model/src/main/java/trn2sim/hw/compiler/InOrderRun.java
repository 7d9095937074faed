package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs each engine's nodes in a given order, on the scheduler's nominal durations. */
public final class InOrderRun {
  private static final long UNKNOWN = -1;

  private final List<Node> nodes;
  private final List<List<Integer>> before = new ArrayList<>();
  private final DependenceGraph graph;
  private final int[] order;
  private final long[] free;
  private final long[] done;

  /**
   * @param order all nodes; only the order within an engine counts
   */
  public InOrderRun(List<Node> nodes, DependenceGraph graph, int[] order) {
    this.nodes = nodes;
    this.graph = graph;
    this.order = order.clone();
    this.free = new long[nodes.size()];
    this.done = new long[nodes.size()];
    Arrays.fill(free, UNKNOWN);
    nodes.forEach(node -> before.add(new ArrayList<>(2)));
    for (int edge = 0; edge < graph.edges(); edge++) {
      before.get(graph.to(edge)).add(edge);
    }
  }

  /** From the start of the first to the last result. */
  public long spanPs() {
    int engines = 1 + nodes.stream().mapToInt(node -> engine(node)).max().orElse(0);
    List<List<Integer>> lanes = new ArrayList<>();
    for (int engine = 0; engine < engines; engine++) {
      lanes.add(new ArrayList<>());
    }
    for (int node : order) {
      lanes.get(engine(nodes.get(node))).add(node);
    }
    int[] cursor = new int[engines];
    long[] laneFree = new long[engines];
    int placed = 0;
    while (placed < nodes.size()) {
      int progress = placed;
      for (int lane = 0; lane < engines; lane++) {
        while (cursor[lane] < lanes.get(lane).size()
            && place(lanes.get(lane).get(cursor[lane]), lane, laneFree)) {
          cursor[lane]++;
          placed++;
        }
      }
      if (placed == progress) {
        throw new IllegalArgumentException("the order waits for itself");
      }
    }
    return Arrays.stream(done).max().orElse(0);
  }

  private boolean place(int node, int lane, long[] laneFree) {
    long start = laneFree[lane];
    for (int edge : before.get(node)) {
      int from = graph.from(edge);
      if (free[from] == UNKNOWN) {
        return false;
      }
      start = Math.max(start, graph.isIssue(edge) ? free[from] : done[from]);
    }
    Node.Choice choice = nodes.get(node).choices().get(0);
    free[node] = start + choice.busyPs();
    done[node] = start + choice.leadPs() + choice.payloadPs() + choice.tailPs();
    laneFree[lane] = free[node];
    return true;
  }

  private static int engine(Node node) {
    return node.choices().get(0).engine();
  }
}
