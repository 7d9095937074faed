package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;
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

  private static final int NONE = IntHeap.NONE;
  private static final long NEVER = Long.MAX_VALUE;

  private final List<Node> nodes;
  private final DependenceGraph graph;
  private final TileOrder tiles;
  private final Reservations reservations;
  private final Lookahead lookahead;

  /** Who is going to have a result, and when. */
  private final Clock results = new Clock();

  private final int[] missing;
  private final long[] start;
  private final int[] engine;
  private final int[] order;
  private int issued;

  /** Made once, for they are called for every instruction. */
  private final IntConsumer lessMissing = this::lessMissing;

  private final IntConsumer usedTile;

  /** By engine: who occupies it, until when, how long it was busy, and its group. */
  private final int engines;

  private final int[] running;
  private final long[] freeAt;
  private final long[] busySum;
  private final int[] group;

  /** What is ready: for each engine, for two of them, and for each queue. */
  private final IntHeap[] ready;

  /** A bit for each of those that is not empty, and by engine for those that it takes from. */
  private long waiting;

  private final long[] canTake;

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
      lastEngine = Math.max(lastEngine, node.lastEngine());
      queueCount = Math.max(queueCount, node.queue() + 1);
    }
    this.engines = lastEngine + 1;
    missing = new int[nodes.size()];
    start = new long[nodes.size()];
    engine = new int[nodes.size()];
    order = new int[nodes.size()];
    running = new int[engines];
    freeAt = new long[engines];
    Arrays.fill(freeAt, NEVER);
    busySum = new long[engines];
    group = new int[engines];
    Arrays.fill(group, -1);
    canTake = new long[engines];
    readyIn = new int[nodes.size()];
    ready = new IntHeap[engines + 1 + queueCount];
    Arrays.setAll(ready, i -> new IntHeap());
    open = ready[engines];
    outstanding = new int[queueCount];
    queueFree = new long[queueCount];
    queuesOf = look();
    reservations = new Reservations(tiles, this::reserved);
    usedTile = reservations::used;
  }

  /** A scheduler for a program without storage, its order unlimited. */
  public ListScheduler(List<Node> nodes, DependenceGraph graph) {
    this(nodes, graph, new TileOrder(noTiles(nodes.size()), Storage.NONE), UNLIMITED);
  }

  private static NodeTiles noTiles(int nodes) {
    return NodeTiles.of(Collections.nCopies(nodes, new int[0]));
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
      missing[i] += tiles.tilesOf(i) + 1;
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
      canTake[e] = bit(e) | bit(engines);
      for (int queue = 0; queue < mine.length; queue++) {
        canTake[e] |= mine[queue] ? bit(engines + 1 + queue) : 0;
      }
      found[e] = IntStream.range(0, mine.length).filter(queue -> mine[queue]).toArray();
    }
    return found;
  }

  private static long bit(int place) {
    return 1L << place;
  }

  /** Runs the clock to the end. */
  public Schedule schedule() {
    lookahead.open(lessMissing);
    reservations.open();
    issueAll(0);
    for (long now = next(); now != NEVER; now = next()) {
      Cancellation.check();
      for (int e = 0; e < engines; e++) {
        if (freeAt[e] == now) {
          freeAt[e] = NEVER;
          graph.forEachWaiting(running[e], Kind.ISSUE, lessMissing);
        }
      }
      while (results.next() == now) {
        done(results.poll());
      }
      issueAll(now);
    }
    if (issued < nodes.size()) {
      throw new IllegalStateException("the scheduler is stuck after " + issued + " instructions");
    }
    return new Schedule(order, start, engine);
  }

  /** When the next engine is free or the next result there. */
  private long next() {
    long next = results.next();
    for (long free : freeAt) {
      next = Math.min(next, free);
    }
    return next;
  }

  private void reserved(int tile) {
    tiles.forEachUser(tile, lessMissing);
  }

  private void lessMissing(int node) {
    if (--missing[node] == 0) {
      ready[readyIn[node]].add(node);
      waiting |= bit(readyIn[node]);
    }
  }

  private void done(int node) {
    graph.forEachWaiting(node, Kind.RESULT, lessMissing);
    if (readyIn[node] > engines) {
      outstanding[readyIn[node] - engines - 1]--;
    }
    tiles.forEachTile(node, usedTile);
  }

  /** Another engine may have got something to do by it where copies are shared or turns given. */
  private void issueAll(long now) {
    int before = issued;
    boolean again = true;
    while (again) {
      again = false;
      for (int e = 0; e < engines; e++) {
        int node = isIdle(e) && (waiting & canTake[e]) != 0 ? candidate(e) : NONE;
        if (node != NONE && !betterElsewhere(node, e)) {
          again |= lookahead.isBound() || open.first() != NONE;
          issue(node, e, now);
        }
      }
    }
    Arrays.sort(order, before, issued);
  }

  private boolean isIdle(int e) {
    return freeAt[e] == NEVER;
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
    if (!isIdle(other) || candidate(other) != node) {
      return false;
    }
    return isFirst ? busySum[other] <= busySum[e] : busySum[other] < busySum[e];
  }

  private void issue(int number, int e, long now) {
    Node node = nodes.get(number);
    Node.Choice choice = node.on(e);
    int place = readyIn[number];
    ready[place].remove(number);
    if (ready[place].first() == NONE) {
      waiting &= ~bit(place);
    }
    start[number] = now;
    engine[number] = e;
    order[issued++] = number;
    running[e] = number;
    freeAt[e] = now + choice.busyPs();
    busySum[e] += choice.busyPs();
    group[e] = node.group();
    results.add(resultAt(node, choice, now), number);
    lookahead.issued(number, lessMissing);
  }

  private long resultAt(Node node, Node.Choice choice, long now) {
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
