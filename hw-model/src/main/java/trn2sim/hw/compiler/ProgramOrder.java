package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A program in the order that a scheduler goes by. In compiled kernels loads are issued as early as
 * buffers and rings allow, those first that are needed first, wherever the source has them. A
 * scheduler that takes the first in program order does the same if each load stands right before
 * its first use. Its tile then takes space no earlier than in the source, so that what fits there
 * fits here.
 */
public final class ProgramOrder {
  private static final int NONE = -1;

  private final List<Node> nodes;
  private final DependenceGraph graph;

  /** By place in this order: the place as written, and the other way round. */
  private final int[] written;

  private final int[] places;

  /** Whether it is the order of the source. */
  private final boolean same;

  private ProgramOrder(List<Node> nodes, DependenceGraph graph, int[] written) {
    this.written = written;
    this.places = new int[written.length];
    boolean moved = false;
    for (int place = 0; place < written.length; place++) {
      places[written[place]] = place;
      moved |= written[place] != place;
    }
    this.same = !moved;
    this.nodes = same ? nodes : Arrays.stream(written).mapToObj(nodes::get).toList();
    this.graph = same ? graph : graph.renumbered(places);
  }

  /** The order of the source, but that each load stands right before its first use. */
  public static ProgramOrder neededFirst(List<Node> nodes, DependenceGraph graph) {
    return new ProgramOrder(nodes, graph, sunk(firstUses(nodes, graph)));
  }

  /** The order of the source. */
  static ProgramOrder asWritten(List<Node> nodes, DependenceGraph graph) {
    return new ProgramOrder(nodes, graph, IntStream.range(0, nodes.size()).toArray());
  }

  /** By load: the first node that has to come after it. */
  private static int[] firstUses(List<Node> nodes, DependenceGraph graph) {
    int[] uses = new int[nodes.size()];
    Arrays.fill(uses, NONE);
    for (int edge = 0; edge < graph.edges(); edge++) {
      int from = graph.from(edge);
      int to = graph.to(edge);
      if (nodes.get(from).load() && (uses[from] == NONE || to < uses[from])) {
        uses[from] = to;
      }
    }
    return uses;
  }

  /**
   * All nodes, those with a use right before it, in the order of the source if several have it.
   *
   * @param uses by node: its first use, if it is to stand there
   */
  private static int[] sunk(int[] uses) {
    int[] firstFor = new int[uses.length];
    int[] nextFor = new int[uses.length];
    Arrays.fill(firstFor, NONE);
    for (int node = uses.length - 1; node >= 0; node--) {
      if (uses[node] != NONE) {
        nextFor[node] = firstFor[uses[node]];
        firstFor[uses[node]] = node;
      }
    }
    int[] order = new int[uses.length];
    int count = 0;
    for (int node = 0; node < uses.length; node++) {
      for (int load = firstFor[node]; load != NONE; load = nextFor[load]) {
        order[count++] = load;
      }
      if (uses[node] == NONE) {
        order[count++] = node;
      }
    }
    return order;
  }

  DependenceGraph graph() {
    return graph;
  }

  /** The tiles of its nodes. */
  NodeTiles tiles(NodeTiles asWritten) {
    return same ? asWritten : asWritten.in(written);
  }

  /** The schedule of a program without storage, its order unlimited; nodes as written. */
  public Schedule schedule() {
    return numberedAsWritten(new ListScheduler(nodes, graph).schedule());
  }

  /** Its schedule, nodes as written. */
  Schedule schedule(TileOrder space, int lookahead) {
    return numberedAsWritten(new ListScheduler(nodes, graph, space, lookahead).schedule());
  }

  private Schedule numberedAsWritten(Schedule made) {
    if (same) {
      return made;
    }
    int[] order = new int[written.length];
    long[] start = new long[written.length];
    int[] engine = new int[written.length];
    for (int i = 0; i < written.length; i++) {
      order[i] = written[made.order()[i]];
      start[i] = made.start()[places[i]];
      engine[i] = made.engine()[places[i]];
    }
    return new Schedule(order, start, engine);
  }
}
