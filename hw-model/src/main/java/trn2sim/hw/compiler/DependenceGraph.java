package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Which nodes of a program must come before which others. Nodes are numbered in program order. */
public final class DependenceGraph {
  /** What a node waits for. */
  public enum Kind {
    /** The result of the node before it. */
    RESULT,
    /** That the node before it has been issued and its engine is free again. */
    ISSUE
  }

  /** Room for this many edges a node is made at once: most programs need no more. */
  private static final int USUAL_EDGES = 3;

  private final int size;

  /** Each as {@code from << 32 | to << 1 | issue}. */
  private long[] packed;

  private int edges;

  /** Who waits for the result of node n lies from {@code start[2 n]} on, for its issue after it. */
  private int[] start;

  private int[] out;

  public DependenceGraph(int size) {
    this.size = size;
    this.packed = new long[USUAL_EDGES * Math.max(1, size)];
  }

  /** Makes {@code after} wait for {@code before}, which is earlier in the program. */
  public void add(int before, int after, Kind kind) {
    if (before < 0 || before >= after || after >= size) {
      throw new IllegalArgumentException("node " + after + " cannot wait for node " + before);
    }
    if (edges == packed.length) {
      packed = Arrays.copyOf(packed, 2 * edges);
    }
    packed[edges++] = (long) before << 32 | (long) after << 1 | (kind == Kind.ISSUE ? 1 : 0);
    start = null;
  }

  /** The same between nodes with other numbers, which must be in an order that it allows. */
  DependenceGraph renumbered(int[] numbers) {
    DependenceGraph other = new DependenceGraph(size);
    for (int edge = 0; edge < edges; edge++) {
      Kind kind = isIssue(edge) ? Kind.ISSUE : Kind.RESULT;
      other.add(numbers[from(edge)], numbers[to(edge)], kind);
    }
    return other;
  }

  int edges() {
    return edges;
  }

  int from(int edge) {
    return (int) (packed[edge] >> 32);
  }

  int to(int edge) {
    return (int) packed[edge] >> 1;
  }

  boolean isIssue(int edge) {
    return (packed[edge] & 1) == 1;
  }

  /** Tells of every node that waits for this one to be issued, or else for its result. */
  void forEachWaiting(int node, Kind kind, IntConsumer waiting) {
    if (start == null) {
      index();
    }
    int row = 2 * node + (kind == Kind.ISSUE ? 1 : 0);
    for (int i = start[row]; i < start[row + 1]; i++) {
      waiting.accept(out[i]);
    }
  }

  private void index() {
    start = new int[2 * size + 1];
    for (int edge = 0; edge < edges; edge++) {
      start[row(edge) + 1]++;
    }
    for (int row = 0; row < 2 * size; row++) {
      start[row + 1] += start[row];
    }
    out = new int[edges];
    int[] at = start.clone();
    for (int edge = 0; edge < edges; edge++) {
      out[at[row(edge)]++] = to(edge);
    }
  }

  private int row(int edge) {
    return 2 * from(edge) + (isIssue(edge) ? 1 : 0);
  }
}
