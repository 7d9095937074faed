package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.hw.compiler.DependenceGraph.Kind;

/**
 * Orders a program as the Neuron compiler's scheduler does, as far as public compiled files show
 * it: on a simulated clock with nominal durations, a free engine takes, among its instructions
 * whose inputs are complete and whose tiles have space, the first in program order. TensorE
 * finishes an accumulation group before it begins another, unless the group has to wait. A copy
 * that may run on two engines goes to the one that can start it first.
 */
public final class ListScheduler {
  /** No limit to how far an instruction may overtake. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** DMAs that a queue may have under way: seen exactly on static rings, assumed for others. */
  private static final int OUTSTANDING = 16;

  private static final int FREE = 0;
  private static final int DONE = 1;
  private static final int NONE = IntHeap.NONE;

  private final List<Node> nodes;
  private final DependenceGraph graph;
  private final Reservations reservations;
  private final Lookahead lookahead;
  private final Clock clock = new Clock();

  private final TileOrder tiles;
  private final int[] missing;
  private final long[] start;
  private final int[] engine;
  private final int[] issueOrder;
  private final int[] round;
  private int rounds;
  private int issued;

  private final int engines;
  private final boolean[] busy;
  private final long[] busySum;
  private final int[] group;

  /** What is ready: for each engine, for two of them, and for each queue. */
  private final IntHeap[] ready;

  /** By node: where it is once it is ready. */
  private final int[] readyIn;

  private final IntHeap open;
  private final int[][] queuesOf;
  private final int[] outstanding;
  private final long[] queueFree;

  ListScheduler(List<Node> nodes, DependenceGraph graph, TileOrder tiles, int lookahead) {
    this.nodes = nodes;
    this.graph = graph;
    this.tiles = tiles;
    this.lookahead = new Lookahead(nodes, lookahead);
    int lastEngine = 0;
    int queueCount = 0;
    for (Node node : nodes) {
      for (int i = 0; i < node.choices().size(); i++) {
        lastEngine = Math.max(lastEngine, node.choices().get(i).engine());
      }
      queueCount = Math.max(queueCount, node.queue() + 1);
    }
    this.engines = lastEngine + 1;
    missing = new int[nodes.size()];
    start = new long[nodes.size()];
    engine = new int[nodes.size()];
    issueOrder = new int[nodes.size()];
    round = new int[nodes.size()];
    busy = new boolean[engines];
    busySum = new long[engines];
    group = new int[engines];
    Arrays.fill(group, -1);
    readyIn = new int[nodes.size()];
    ready = new IntHeap[engines + 1 + queueCount];
    Arrays.setAll(ready, i -> new IntHeap());
    open = ready[engines];
    outstanding = new int[queueCount];
    queueFree = new long[queueCount];
    queuesOf = look();
    reservations = new Reservations(tiles, this::reserved);
  }

  /** A scheduler for a program without storage, its order unlimited. */
  public ListScheduler(List<Node> nodes, DependenceGraph graph) {
    this(nodes, graph, new TileOrder(nodes, Storage.NONE), UNLIMITED);
  }

  /**
   * Sees what each node waits for (others, space, and its turn within the look-ahead) and where it
   * is when it is ready; returns the queues whose transfers each engine issues.
   */
  private int[][] look() {
    boolean[][] issues = new boolean[engines][outstanding.length];
    for (int edge = 0; edge < graph.edges(); edge++) {
      missing[graph.to(edge)]++;
    }
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      int first = node.choices().get(0).engine();
      missing[i] += node.tiles().length + 1;
      if (node.queue() >= 0) {
        issues[first][node.queue()] = true;
        readyIn[i] = engines + 1 + node.queue();
      } else {
        readyIn[i] = node.isOpen() ? engines : first;
      }
    }
    int[][] found = new int[engines][];
    for (int e = 0; e < engines; e++) {
      boolean[] mine = issues[e];
      found[e] = IntStream.range(0, mine.length).filter(queue -> mine[queue]).toArray();
    }
    return found;
  }

  /** Runs the clock to the end. */
  public Schedule schedule() {
    lookahead.open(this::lessMissing);
    reservations.open();
    long now = 0;
    issueAll(now);
    while (!clock.isEmpty()) {
      Cancellation.check();
      now = clock.next();
      while (!clock.isEmpty() && clock.next() == now) {
        handle(clock.poll());
      }
      issueAll(now);
    }
    if (issued < nodes.size()) {
      throw new IllegalStateException("the scheduler is stuck after " + issued + " instructions");
    }
    return Schedule.of(issueOrder, round, start, engine);
  }

  private void reserved(int tile) {
    tiles.forEachUser(tile, this::lessMissing);
  }

  private void lessMissing(int node) {
    if (--missing[node] == 0) {
      ready[readyIn[node]].add(node);
    }
  }

  private void handle(int code) {
    int node = code >> 1;
    boolean done = (code & 1) == DONE;
    graph.forEachWaiting(node, done ? Kind.RESULT : Kind.ISSUE, this::lessMissing);
    if (!done) {
      busy[engine[node]] = false;
      return;
    }
    if (readyIn[node] > engines) {
      outstanding[readyIn[node] - engines - 1]--;
    }
    for (int tile : nodes.get(node).tiles()) {
      reservations.used(tile);
    }
  }

  /** Another engine may have got something to do by it where copies are shared or turns given. */
  private void issueAll(long now) {
    rounds++;
    boolean again = true;
    while (again) {
      again = false;
      for (int e = 0; e < engines; e++) {
        int node = busy[e] ? NONE : candidate(e);
        if (node != NONE && !betterElsewhere(node, e)) {
          again |= lookahead.isBound() || open.first() != NONE;
          issue(node, e, now);
        }
      }
    }
  }

  /** The node an idle engine would take. */
  private int candidate(int e) {
    int inGroup = group[e] < 0 ? NONE : inGroup(e);
    if (inGroup != NONE) {
      return inGroup;
    }
    int best = ready[e].first();
    for (int queue : queuesOf[e]) {
      if (outstanding[queue] < OUTSTANDING) {
        best = Math.min(best, ready[engines + 1 + queue].first());
      }
    }
    int shared = open.first();
    return shared < best && runsOn(shared, e) ? shared : best;
  }

  private int inGroup(int e) {
    int first = ready[e].first();
    boolean goesOn = first != NONE && nodes.get(first).group() == group[e];
    return goesOn ? first : ready[e].first(node -> nodes.get(node).group() == group[e]);
  }

  private boolean runsOn(int node, int e) {
    List<Node.Choice> choices = nodes.get(node).choices();
    return choices.get(0).engine() == e || choices.get(1).engine() == e;
  }

  /** Of two idle engines the one that has done less takes a shared copy; the second on a tie. */
  private boolean betterElsewhere(int node, int e) {
    if (readyIn[node] != engines) {
      return false;
    }
    List<Node.Choice> choices = nodes.get(node).choices();
    boolean isFirst = choices.get(0).engine() == e;
    int other = choices.get(isFirst ? 1 : 0).engine();
    if (busy[other] || candidate(other) != node) {
      return false;
    }
    return isFirst ? busySum[other] <= busySum[e] : busySum[other] < busySum[e];
  }

  private void issue(int number, int e, long now) {
    Node node = nodes.get(number);
    Node.Choice choice = node.on(e);
    ready[readyIn[number]].remove(number);
    start[number] = now;
    engine[number] = e;
    round[number] = rounds;
    issueOrder[issued++] = number;
    busy[e] = true;
    busySum[e] += choice.busyPs();
    group[e] = node.group();
    clock.add(now + choice.busyPs(), number << 1 | FREE);
    clock.add(done(node, choice, now), number << 1 | DONE);
    lookahead.issued(number, this::lessMissing);
  }

  private long done(Node node, Node.Choice choice, long now) {
    long first = now + choice.leadPs();
    if (node.queue() < 0) {
      return first + choice.payloadPs() + choice.tailPs();
    }
    outstanding[node.queue()]++;
    long end = Math.max(first, queueFree[node.queue()]) + choice.payloadPs();
    queueFree[node.queue()] = end;
    return end + choice.tailPs();
  }
}
