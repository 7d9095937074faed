package trn2sim.hw.compiler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import trn2sim.hw.compiler.DependenceGraph.Kind;

/** Programs in memories that hold exactly what they need when run one instruction at a time. */
class BankersRulePropertyTest {
  private static final int ENGINES = 4;
  private static final int POOLS = 5;

  private final List<Node> nodes = new ArrayList<>();
  private final List<int[]> tilesOf = new ArrayList<>();
  private final List<Storage.Tile> tiles = new ArrayList<>();
  private SplittableRandom random = new SplittableRandom();

  /** The scheduler throws if nobody can go on. */
  @Property(tries = 400)
  void aProgramThatFitsOneAtATimeNeverLocksUp(@ForAll long seed) {
    DependenceGraph graph = program(seed);
    Storage storage = storage(random.nextInt(3));
    int lookahead = random.nextBoolean() ? ListScheduler.UNLIMITED : 1 + random.nextInt(8);
    TileOrder order = new TileOrder(NodeTiles.of(tilesOf), storage);
    Schedule schedule = new ListScheduler(nodes, graph, order, lookahead).schedule();
    List<int[]> frozen = Arrays.stream(schedule.order()).mapToObj(tilesOf::get).toList();
    TileOrder made = new TileOrder(NodeTiles.of(frozen), storage);
    assertTrue(made.fits(), "the order made does not fit");
    assertTrue(isWithin(schedule, storage), "more is in use than there is");
  }

  private DependenceGraph program(long seed) {
    random = new SplittableRandom(seed);
    nodes.clear();
    tilesOf.clear();
    tiles.clear();
    int count = 5 + random.nextInt(60);
    List<Integer> recent = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tilesOf.add(tiles(recent));
      int engine = random.nextInt(ENGINES);
      long busy = 1L + random.nextInt(20);
      Node.Choice choice = new Node.Choice(engine, busy, busy + random.nextInt(100), 0, 0);
      nodes.add(new Node(engine, List.of(choice), -1, -1, false));
    }
    DependenceGraph graph = new DependenceGraph(count);
    for (int i = 1; i < count; i++) {
      if (random.nextInt(3) == 0) {
        graph.add(random.nextInt(i), i, random.nextBoolean() ? Kind.RESULT : Kind.ISSUE);
      }
    }
    return graph;
  }

  /** Some tiles used before, and often a new one. */
  private int[] tiles(List<Integer> recent) {
    TreeSet<Integer> used = new TreeSet<>();
    for (int i = random.nextInt(3); i > 0 && !recent.isEmpty(); i--) {
      used.add(recent.get(random.nextInt(recent.size())));
    }
    if (random.nextInt(3) > 0) {
      used.add(tiles.size());
      recent.add(tiles.size());
      int space = random.nextInt(2);
      tiles.add(new Storage.Tile(space, 1 + random.nextInt(8), space * POOLS + pool()));
    }
    if (recent.size() > 4) {
      recent.remove(random.nextInt(recent.size()));
    }
    return used.stream().mapToInt(Integer::intValue).toArray();
  }

  private int pool() {
    return random.nextInt(POOLS);
  }

  /** The least that suffices, and a little more. */
  private Storage storage(int more) {
    long[] capacities = {0, 0};
    int[] limits = new int[2 * POOLS];
    int[] uses = new int[tiles.size()];
    tilesOf.forEach(touched -> Arrays.stream(touched).forEach(tile -> uses[tile]++));
    boolean[] live = new boolean[tiles.size()];
    long[] held = {0, 0};
    int[] inPool = new int[limits.length];
    for (int[] touched : tilesOf) {
      for (int number : touched) {
        Storage.Tile tile = tiles.get(number);
        if (!live[number]) {
          live[number] = true;
          held[tile.space()] += tile.units();
          capacities[tile.space()] = Math.max(capacities[tile.space()], held[tile.space()]);
          limits[tile.pool()] = Math.max(limits[tile.pool()], ++inPool[tile.pool()]);
        }
      }
      for (int number : touched) {
        if (--uses[number] == 0) {
          held[tiles.get(number).space()] -= tiles.get(number).units();
          inPool[tiles.get(number).pool()]--;
        }
      }
    }
    return new Storage(
        List.copyOf(tiles), new long[] {capacities[0] + more, capacities[1] + more}, limits);
  }

  /** Whether tiles fit together from the first start to the last result of their users. */
  private boolean isWithin(Schedule schedule, Storage storage) {
    for (int at = 0; at < nodes.size(); at++) {
      long[] held = {0, 0};
      for (int tile = 0; tile < tiles.size(); tile++) {
        if (isHeld(tile, schedule.start()[at], schedule)) {
          held[tiles.get(tile).space()] += tiles.get(tile).units();
        }
      }
      if (held[0] > storage.capacities()[0] || held[1] > storage.capacities()[1]) {
        return false;
      }
    }
    return true;
  }

  private boolean isHeld(int tile, long now, Schedule schedule) {
    boolean begun = false;
    boolean goesOn = false;
    for (int i = 0; i < nodes.size(); i++) {
      if (Arrays.binarySearch(tilesOf.get(i), tile) >= 0) {
        begun |= schedule.start()[i] <= now;
        goesOn |= now < schedule.start()[i] + nodes.get(i).choices().get(0).leadPs();
      }
    }
    return begun && goesOn;
  }
}
