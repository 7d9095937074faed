package trn2sim.hw.compiler;

import java.util.Arrays;

/** Which nodes of a program must come before which others. Nodes are numbered in program order. */
public final class DependenceGraph {
  /** What a node waits for. */
  public enum Kind {
    /** The result of the node before it. */
    RESULT,
    /** That the node before it has been issued and its engine is free again. */
    ISSUE
  }

  private final int size;
  private int[] from = new int[64];
  private int[] to = new int[64];
  private boolean[] issue = new boolean[64];
  private int edges;

  private int[] first;
  private int[] next;

  public DependenceGraph(int size) {
    this.size = size;
  }

  /** Makes {@code after} wait for {@code before}, which is earlier in the program. */
  public void add(int before, int after, Kind kind) {
    if (before < 0 || before >= after || after >= size) {
      throw new IllegalArgumentException("node " + after + " cannot wait for node " + before);
    }
    if (edges == from.length) {
      from = Arrays.copyOf(from, 2 * edges);
      to = Arrays.copyOf(to, 2 * edges);
      issue = Arrays.copyOf(issue, 2 * edges);
    }
    from[edges] = before;
    to[edges] = after;
    issue[edges] = kind == Kind.ISSUE;
    edges++;
    first = null;
  }

  int size() {
    return size;
  }

  int edges() {
    return edges;
  }

  int from(int edge) {
    return from[edge];
  }

  int to(int edge) {
    return to[edge];
  }

  boolean isIssue(int edge) {
    return issue[edge];
  }

  /** The first edge out of a node, or -1; {@link #next} leads to the others. */
  int first(int node) {
    if (first == null) {
      index();
    }
    return first[node];
  }

  int next(int edge) {
    return next[edge];
  }

  private void index() {
    first = new int[size];
    Arrays.fill(first, -1);
    next = new int[edges];
    for (int edge = edges - 1; edge >= 0; edge--) {
      next[edge] = first[from[edge]];
      first[from[edge]] = edge;
    }
  }
}
