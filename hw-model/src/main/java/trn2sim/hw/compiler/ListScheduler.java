package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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

  private final int[] missing;
  private final int[][] tileUsers;
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
  private final IntHeap[] own;
  private final IntHeap open = new IntHeap();
  private final IntHeap[] queues;
  private final int[][] queuesOf;
  private final int[] outstanding;
  private final long[] queueFree;

  ListScheduler(List<Node> nodes, DependenceGraph graph, TileOrder tiles, int lookahead) {
    this.nodes = nodes;
    this.graph = graph;
    this.lookahead = new Lookahead(nodes, lookahead);
    int lastEngine = 0;
    int queueCount = 0;
    for (Node node : nodes) {
      for (Node.Choice choice : node.choices()) {
        lastEngine = Math.max(lastEngine, choice.engine());
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
    own = heaps(engines);
    queues = heaps(queueCount);
    outstanding = new int[queueCount];
    queueFree = new long[queueCount];
    queuesOf = queuesOf();
    tileUsers = tileUsers(tiles.size());
    reservations = new Reservations(tiles, this::reserved);
    count();
  }

  /** A scheduler for a program without storage, its order unlimited. */
  public ListScheduler(List<Node> nodes, DependenceGraph graph) {
    this(nodes, graph, new TileOrder(nodes, Storage.NONE), UNLIMITED);
  }

  private static IntHeap[] heaps(int count) {
    IntHeap[] heaps = new IntHeap[count];
    Arrays.setAll(heaps, i -> new IntHeap());
    return heaps;
  }

  private int[][] tileUsers(int tiles) {
    int[] counts = new int[tiles];
    for (Node node : nodes) {
      for (int tile : node.tiles()) {
        counts[tile]++;
      }
    }
    int[][] users = new int[tiles][];
    for (int tile = 0; tile < tiles; tile++) {
      users[tile] = new int[counts[tile]];
    }
    for (int i = nodes.size() - 1; i >= 0; i--) {
      for (int tile : nodes.get(i).tiles()) {
        users[tile][--counts[tile]] = i;
      }
    }
    return users;
  }

  /** The queues whose transfers each engine issues. */
  private int[][] queuesOf() {
    boolean[][] issues = new boolean[engines][queues.length];
    for (Node node : nodes) {
      if (node.queue() >= 0) {
        issues[node.choices().get(0).engine()][node.queue()] = true;
      }
    }
    int[][] found = new int[engines][];
    for (int e = 0; e < engines; e++) {
      boolean[] mine = issues[e];
      found[e] = IntStream.range(0, mine.length).filter(queue -> mine[queue]).toArray();
    }
    return found;
  }

  /** What each node waits for: others, space, and its turn within the look-ahead. */
  private void count() {
    for (int edge = 0; edge < graph.edges(); edge++) {
      missing[graph.to(edge)]++;
    }
    for (int i = 0; i < nodes.size(); i++) {
      missing[i] += nodes.get(i).tiles().length + 1;
    }
  }

  /** Runs the clock to the end. */
  public Schedule schedule() {
    lookahead.open(this::lessMissing);
    reservations.open();
    long now = 0;
    issueAll(now);
    while (!clock.isEmpty()) {
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
    for (int user : tileUsers[tile]) {
      lessMissing(user);
    }
  }

  private void lessMissing(int node) {
    if (--missing[node] == 0) {
      heap(nodes.get(node)).add(node);
    }
  }

  private IntHeap heap(Node node) {
    return node.queue() >= 0
        ? queues[node.queue()]
        : node.isOpen() ? open : own[node.choices().get(0).engine()];
  }

  private void handle(int code) {
    int node = code >> 1;
    boolean done = (code & 1) == DONE;
    for (int edge = graph.first(node); edge >= 0; edge = graph.next(edge)) {
      if (graph.isIssue(edge) != done) {
        lessMissing(graph.to(edge));
      }
    }
    if (!done) {
      busy[engine[node]] = false;
      return;
    }
    Node finished = nodes.get(node);
    if (finished.queue() >= 0) {
      outstanding[finished.queue()]--;
    }
    for (int tile : finished.tiles()) {
      reservations.used(tile);
    }
  }

  private void issueAll(long now) {
    rounds++;
    boolean again = true;
    while (again) {
      again = false;
      for (int e = 0; e < engines; e++) {
        int node = busy[e] ? NONE : candidate(e);
        if (node != NONE && !betterElsewhere(node, e)) {
          issue(node, e, now);
          again = true;
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
    int best = own[e].first();
    for (int queue : queuesOf[e]) {
      if (outstanding[queue] < OUTSTANDING) {
        best = Math.min(best, queues[queue].first());
      }
    }
    int shared = open.first();
    return shared < best && runsOn(shared, e) ? shared : best;
  }

  private int inGroup(int e) {
    int first = own[e].first();
    boolean goesOn = first != NONE && nodes.get(first).group() == group[e];
    return goesOn ? first : own[e].first(node -> nodes.get(node).group() == group[e]);
  }

  private boolean runsOn(int node, int e) {
    List<Node.Choice> choices = nodes.get(node).choices();
    return choices.get(0).engine() == e || choices.get(1).engine() == e;
  }

  /** Of two idle engines the one that has done less takes a shared copy; the second on a tie. */
  private boolean betterElsewhere(int node, int e) {
    if (!nodes.get(node).isOpen()) {
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
    heap(node).remove(number);
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
