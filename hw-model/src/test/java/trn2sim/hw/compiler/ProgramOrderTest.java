package trn2sim.hw.compiler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trn2sim.hw.compiler.DependenceGraph.Kind;

/** Where a load stands for the scheduler. */
class ProgramOrderTest {
  private static final int SYNC = 0;
  private static final int TENSOR = 1;

  private final List<Node> nodes = new ArrayList<>();
  private final DependenceGraph graph = new DependenceGraph(6);

  @Test
  void aLoadIsIssuedBeforeOthersThatAreUsedLater() {
    loads(3);
    multiply(2);
    multiply(0);
    multiply(1);
    Schedule schedule = ProgramOrder.neededFirst(nodes, graph).schedule();
    assertArrayEquals(new int[] {2, 0, 1}, of(SYNC, schedule));
    assertArrayEquals(new int[] {3, 4, 5}, of(TENSOR, schedule));
    assertEquals(0, schedule.start()[2]);
    assertEquals(100, schedule.start()[0]);
    assertEquals(3000, schedule.start()[3]);
  }

  @Test
  void loadsForTheSameUseKeepTheirOrder() {
    loads(3);
    multiply(1, 2);
    multiply(0);
    multiply(0, 1);
    assertLoads(1, 2, 0);
  }

  @Test
  void whatOverwritesATileCountsAsAUse() {
    loads(2);
    load(1);
    multiply(0);
    multiply(2);
    multiply();
    assertLoads(1, 0, 2);
  }

  @Test
  void aLoadThatNobodyUsesStaysWhereItIs() {
    load();
    multiply();
    loads(2);
    multiply(0);
    multiply(3);
    assertLoads(2, 0, 3);
  }

  @Test
  void asWrittenNothingMoves() {
    loads(2);
    multiply(1);
    multiply(0);
    multiply();
    multiply();
    ProgramOrder program = ProgramOrder.asWritten(nodes, graph);
    assertSame(graph, program.graph());
    assertArrayEquals(new int[] {0, 1}, of(SYNC, program.schedule()));
  }

  @Test
  void tilesMoveWithTheirNodes() {
    loads(2);
    multiply(1);
    multiply(0);
    multiply();
    multiply();
    int[] none = {};
    NodeTiles written =
        NodeTiles.of(List.of(new int[] {7}, new int[] {8, 9}, new int[] {8}, none, none, none));
    NodeTiles tiles = ProgramOrder.neededFirst(nodes, graph).tiles(written);
    assertEquals(List.of(8, 9), tilesOf(tiles, 0));
    assertEquals(List.of(8), tilesOf(tiles, 1));
    assertEquals(List.of(7), tilesOf(tiles, 2));
  }

  /** A graph refuses an edge from a later node to an earlier one. */
  @Test
  void whateverDependsOnALoadComesAfterIt() {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 200; round++) {
      int size = 1 + random.nextInt(30);
      List<Node> all = new ArrayList<>();
      DependenceGraph edges = new DependenceGraph(size);
      for (int node = 0; node < size; node++) {
        all.add(Node.of(random.nextInt(2), -1, 100, 1000, random.nextBoolean()));
        for (int edge = random.nextInt(3); edge > 0 && node > 0; edge--) {
          edges.add(random.nextInt(node), node, Kind.values()[random.nextInt(2)]);
        }
      }
      ProgramOrder program = ProgramOrder.neededFirst(all, edges);
      assertEquals(edges.edges(), program.graph().edges());
      int[] order = program.schedule().order();
      Arrays.sort(order);
      assertArrayEquals(IntStream.range(0, size).toArray(), order);
    }
  }

  private static List<Integer> tilesOf(NodeTiles tiles, int node) {
    List<Integer> found = new ArrayList<>();
    for (int i = tiles.start(node); i < tiles.end(node); i++) {
      found.add(tiles.get(i));
    }
    return found;
  }

  /** The loads are issued in this order. */
  private void assertLoads(int... order) {
    assertArrayEquals(order, of(SYNC, ProgramOrder.neededFirst(nodes, graph).schedule()));
  }

  private void loads(int count) {
    for (int i = 0; i < count; i++) {
      load();
    }
  }

  private void load(int... after) {
    add(Node.of(SYNC, -1, 100, 3000, true), after);
  }

  private void multiply(int... after) {
    add(Node.of(TENSOR, -1, 200, 400, false), after);
  }

  private void add(Node node, int... after) {
    for (int before : after) {
      graph.add(before, nodes.size(), Kind.RESULT);
    }
    nodes.add(node);
  }

  private int[] of(int engine, Schedule schedule) {
    int[] order = schedule.order();
    return Arrays.stream(order).filter(node -> nodes.get(node).lane() == engine).toArray();
  }
}
