package trn2sim.hw.compiler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.hw.compiler.DependenceGraph.Kind;

/** Small programs whose schedule can be worked out by hand; times are in ps. */
class ListSchedulerTest {
  private static final int TENSOR = 0;
  private static final int VECTOR = 1;
  private static final int SCALAR = 2;

  private final List<Node> nodes = new ArrayList<>();
  private final List<int[]> tiles = new ArrayList<>();

  private int node(int engine, int group, long busy, long result, int... touched) {
    Node.Choice choice = new Node.Choice(engine, busy, result, 0, 0);
    nodes.add(new Node(engine, List.of(choice), group, -1, false));
    tiles.add(touched);
    return nodes.size() - 1;
  }

  private DependenceGraph graph(int[]... edges) {
    DependenceGraph graph = new DependenceGraph(nodes.size());
    for (int[] edge : edges) {
      graph.add(edge[0], edge[1], Kind.RESULT);
    }
    return graph;
  }

  private long[] starts(DependenceGraph graph, Storage storage, int lookahead) {
    TileOrder order = new TileOrder(NodeTiles.of(tiles), storage);
    return new ListScheduler(nodes, graph, order, lookahead).schedule().start();
  }

  private long[] starts(DependenceGraph graph) {
    return starts(graph, Storage.NONE, ListScheduler.UNLIMITED);
  }

  @Test
  void anEngineTakesTheFirstThatIsReady() {
    int load = node(SCALAR, -1, 10, 100);
    int waits = node(VECTOR, -1, 20, 30);
    node(VECTOR, -1, 20, 30);
    node(VECTOR, -1, 20, 30);
    assertArrayEquals(new long[] {0, 100, 0, 20}, starts(graph(new int[] {load, waits})));
  }

  @Test
  void withoutLookAheadTheSourceOrderStands() {
    int load = node(SCALAR, -1, 10, 100);
    int waits = node(VECTOR, -1, 20, 30);
    node(VECTOR, -1, 20, 30);
    DependenceGraph graph = graph(new int[] {load, waits});
    assertArrayEquals(new long[] {0, 100, 120}, starts(graph, Storage.NONE, 0));
  }

  @Test
  void lookAheadCountsWhatIsOvertaken() {
    int load = node(SCALAR, -1, 10, 100);
    int first = node(VECTOR, -1, 20, 30);
    int second = node(VECTOR, -1, 20, 30);
    node(VECTOR, -1, 20, 30);
    DependenceGraph graph = graph(new int[] {load, first}, new int[] {load, second});
    assertArrayEquals(new long[] {0, 100, 120, 140}, starts(graph, Storage.NONE, 1));
    assertArrayEquals(new long[] {0, 100, 120, 0}, starts(graph, Storage.NONE, 2));
  }

  @Test
  void aGroupIsFinishedBeforeAnotherUnlessItWaits() {
    int late = node(SCALAR, -1, 10, 25);
    node(TENSOR, 1, 10, 10);
    int member = node(TENSOR, 1, 10, 10);
    node(TENSOR, 2, 10, 10);
    node(TENSOR, 2, 10, 10);
    node(TENSOR, 2, 10, 10);
    assertArrayEquals(new long[] {0, 0, 40, 10, 20, 30}, starts(graph(new int[] {late, member})));
  }

  @Test
  void anIssueEdgeWaitsForTheEngineOnly() {
    int one = node(VECTOR, -1, 10, 100);
    int two = node(SCALAR, -1, 10, 100);
    DependenceGraph graph = new DependenceGraph(2);
    graph.add(one, two, Kind.ISSUE);
    assertArrayEquals(new long[] {0, 10}, starts(graph));
  }

  @Test
  void aCopyGoesToTheEngineThatCanStartIt() {
    node(VECTOR, -1, 50, 50);
    Node.Choice onVector = new Node.Choice(VECTOR, 30, 30, 0, 0);
    Node.Choice onScalar = new Node.Choice(SCALAR, 40, 40, 0, 0);
    for (int i = 0; i < 3; i++) {
      nodes.add(new Node(VECTOR, List.of(onVector, onScalar), -1, -1, false));
    }
    Schedule schedule = new ListScheduler(nodes, graph()).schedule();
    assertArrayEquals(new long[] {0, 0, 40, 50}, schedule.start());
    assertArrayEquals(new int[] {VECTOR, SCALAR, SCALAR, VECTOR}, schedule.engine());
  }

  /** Three tiles of their own pools in a memory of ten, used by three engines. */
  private long[] startsWithTiles(long first, long second, long third) {
    Storage storage =
        new Storage(
            List.of(
                new Storage.Tile(0, first, 0),
                new Storage.Tile(0, second, 1),
                new Storage.Tile(0, third, 2)),
            new long[] {10},
            new int[] {1, 1, 1});
    node(VECTOR, -1, 10, 50, 0);
    node(SCALAR, -1, 10, 10, 1);
    node(TENSOR, -1, 10, 10, 2);
    return starts(graph(), storage, ListScheduler.UNLIMITED);
  }

  /** Without the banker's rule the third would wait for the second, until 50. */
  @Test
  void aTileGoesOutOfTurnIfTheOneBeforeItStillFitsBesideIt() {
    assertArrayEquals(new long[] {0, 50, 0}, startsWithTiles(6, 6, 2));
    nodes.clear();
    tiles.clear();
    assertArrayEquals(new long[] {0, 50, 0}, startsWithTiles(6, 6, 4));
  }

  /** There are seven left for four, but then the second would never fit. */
  @Test
  void aTileStaysInTurnIfTheOneBeforeItWouldNotFitAnyMore() {
    assertArrayEquals(new long[] {0, 50, 60}, startsWithTiles(3, 8, 4));
  }

  /** The last fits from the start, but is eleven units behind the second, in a memory of ten. */
  @Test
  void aTileFromFurtherAheadThanTheMemoryIsLargeStaysInTurn() {
    Storage storage =
        new Storage(
            List.of(
                new Storage.Tile(0, 6, 0),
                new Storage.Tile(0, 6, 1),
                new Storage.Tile(0, 5, 1),
                new Storage.Tile(0, 2, 2)),
            new long[] {10},
            new int[] {1, 1, 1});
    node(VECTOR, -1, 10, 50, 0);
    node(SCALAR, -1, 10, 10, 1);
    node(SCALAR, -1, 10, 10, 2);
    node(TENSOR, -1, 10, 10, 3);
    assertArrayEquals(
        new long[] {0, 50, 60, 50}, starts(graph(), storage, ListScheduler.UNLIMITED));
  }

  /** The second waits for its pool, not for space; the third is of another pool. */
  @Test
  void aPoolThatIsFullHoldsUpNobodyElse() {
    Storage storage =
        new Storage(
            List.of(
                new Storage.Tile(0, 2, 0), new Storage.Tile(0, 2, 0), new Storage.Tile(0, 2, 1)),
            new long[] {10},
            new int[] {1, 1});
    node(VECTOR, -1, 10, 50, 0);
    node(SCALAR, -1, 10, 10, 1);
    node(TENSOR, -1, 10, 10, 2);
    assertArrayEquals(new long[] {0, 50, 0}, starts(graph(), storage, ListScheduler.UNLIMITED));
  }

  @Test
  void aPoolBoundsTheTilesThatAreLive() {
    Storage storage =
        new Storage(
            List.of(new Storage.Tile(0, 1, 0), new Storage.Tile(0, 1, 0)),
            new long[] {10},
            new int[] {1});
    node(VECTOR, -1, 10, 50, 0);
    node(SCALAR, -1, 10, 10, 1);
    assertArrayEquals(new long[] {0, 50}, starts(graph(), storage, ListScheduler.UNLIMITED));
  }

  @Test
  void bytesOfAQueueFollowOneAnotherSixteenAtATime() {
    Node.Choice transfer = new Node.Choice(SCALAR, 1, 10, 100, 5);
    for (int i = 0; i < 18; i++) {
      nodes.add(new Node(SCALAR, List.of(transfer), -1, 0, false));
    }
    long[] starts = new ListScheduler(nodes, graph()).schedule().start();
    assertArrayEquals(new long[] {0, 1, 2}, new long[] {starts[0], starts[1], starts[2]});
    assertArrayEquals(new long[] {115, 215}, new long[] {starts[16], starts[17]});
  }
}
