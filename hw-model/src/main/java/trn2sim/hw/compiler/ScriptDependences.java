package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.cancel.Cancellation;
import trn2sim.hw.compiler.DependenceGraph.Kind;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Region;

/**
 * What may not change places in a script: reads and writes of the same storage as declared, one
 * engine at a time in a PSUM bank, whatever other cores can see, stated edges and blocks.
 */
final class ScriptDependences {
  private record Use(int node, int stream, Region region) {}

  /** The uses of one buffer that later ones may have to wait for. */
  private record Uses(List<Use> reads, List<Use> writes) {}

  /** Stands for the stream of an instruction whose engine is open. */
  static final int OPEN_STREAM = -1;

  private final Script script;
  private final Operands operands;
  private final int[] streams;
  private final int bankBytes;
  private final DependenceGraph graph;
  private final Uses[] uses;

  /**
   * By the buffer whose memory it is: the last step that writes it; nobody waits for reads after
   * it.
   */
  private final int[] lastWrite;

  /** The latest instruction of each lane in each block whose order is fixed. */
  private final Map<Integer, int[]> blocks = new HashMap<>();

  /**
   * @param streams by step: the engine or queue that completes its instructions in order
   */
  ScriptDependences(Script script, Operands operands, int[] streams, int bankBytes) {
    this.script = script;
    this.operands = operands;
    this.streams = streams;
    this.bankBytes = bankBytes;
    this.graph = new DependenceGraph(script.steps().size());
    this.uses = new Uses[script.buffers().size()];
    this.lastWrite = new int[uses.length];
    for (int i = 0; i < streams.length; i++) {
      List<Access> writes = operands.writes(i);
      for (int w = 0; w < writes.size(); w++) {
        lastWrite[writes.get(w).buffer().home().owner()] = i;
      }
    }
  }

  DependenceGraph graph() {
    int lastVisible = -1;
    for (int node = 0; node < script.steps().size(); node++) {
      Cancellation.check();
      Script.Step step = script.steps().get(node);
      data(node, operands.reads(node), operands.writes(node));
      if (step.synchronises()) {
        if (lastVisible >= 0) {
          graph.add(lastVisible, node, Kind.ISSUE);
        }
        lastVisible = node;
      }
      for (int before : step.freedom().after()) {
        graph.add(before, node, Kind.RESULT);
      }
      if (step.freedom().fixedBlock() >= 0) {
        inBlock(node, step);
      }
    }
    return graph;
  }

  /** Inputs never change, so nobody waits for them. */
  private void data(int node, List<Access> reads, List<Access> writes) {
    for (int i = 0; i < reads.size(); i++) {
      Access read = reads.get(i);
      if (changes(read)) {
        Use mine = use(node, read);
        Uses all = uses(read);
        boolean psum = read.space() == MemorySpace.PSUM;
        collect(mine, all, false, psum);
        if (psum || node < lastWrite[read.buffer().home().owner()]) {
          all.reads.add(mine);
        }
      }
    }
    for (int i = 0; i < writes.size(); i++) {
      Access write = writes.get(i);
      if (changes(write)) {
        Use mine = use(node, write);
        Uses all = uses(write);
        collect(mine, all, true, true);
        record(mine, all);
      }
    }
  }

  private Uses uses(Access access) {
    int id = access.buffer().home().owner();
    if (uses[id] == null) {
      uses[id] = new Uses(new ArrayList<>(2), new ArrayList<>(1));
    }
    return uses[id];
  }

  private static boolean changes(Access access) {
    return access.buffer().role() != Buffer.Role.INPUT;
  }

  /** In PSUM a bank is used as a whole. */
  private Use use(int node, Access access) {
    Region region = access.footprint();
    boolean psum = access.space() == MemorySpace.PSUM;
    Region taken = psum ? region.widened(bankBytes) : region;
    return new Use(node, streams[node], taken);
  }

  /**
   * @param afterReads whether reads count: before a write, and in PSUM, whose banks one engine at a
   *     time uses
   */
  private void collect(Use mine, Uses all, boolean write, boolean afterReads) {
    for (int i = 0; i < all.writes.size(); i++) {
      Use earlier = all.writes.get(i);
      if (earlier.region.overlaps(mine.region)) {
        boolean inTurn = write && sameStream(earlier, mine);
        add(earlier, mine.node, inTurn ? Kind.ISSUE : Kind.RESULT);
      }
    }
    for (int i = 0; afterReads && i < all.reads.size(); i++) {
      Use earlier = all.reads.get(i);
      boolean inTurn = sameStream(earlier, mine);
      if ((write || !inTurn) && earlier.region.overlaps(mine.region)) {
        add(earlier, mine.node, inTurn ? Kind.ISSUE : Kind.RESULT);
      }
    }
  }

  private void add(Use earlier, int node, Kind kind) {
    if (earlier.node != node) {
      graph.add(earlier.node, node, kind);
    }
  }

  private static boolean sameStream(Use one, Use other) {
    return one.stream == other.stream && one.stream != OPEN_STREAM;
  }

  /** Whoever comes after a write need not wait for the uses it covers: the write did. */
  private static void record(Use write, Uses all) {
    dropCovered(all.reads, write.region);
    dropCovered(all.writes, write.region);
    all.writes.add(write);
  }

  private static void dropCovered(List<Use> uses, Region region) {
    int kept = 0;
    for (int i = 0; i < uses.size(); i++) {
      Use use = uses.get(i);
      if (!region.covers(use.region)) {
        if (kept < i) {
          uses.set(kept, use);
        }
        kept++;
      }
    }
    for (int i = uses.size() - 1; i >= kept; i--) {
      uses.remove(i);
    }
  }

  /** Order on each lane; an open copy may end up on two of them. */
  private void inBlock(int node, Script.Step step) {
    Freedom freedom = step.freedom();
    int[] latest = blocks.computeIfAbsent(freedom.fixedBlock(), b -> none());
    List<IssueLane> lanes =
        freedom.anyEngine()
            ? List.of(IssueLane.VECTOR, IssueLane.SCALAR)
            : List.of(IssueLane.of(step.instruction()));
    for (IssueLane lane : lanes) {
      if (latest[lane.ordinal()] >= 0) {
        graph.add(latest[lane.ordinal()], node, Kind.ISSUE);
      }
      latest[lane.ordinal()] = node;
    }
  }

  private static int[] none() {
    int[] latest = new int[IssueLane.values().length];
    Arrays.fill(latest, -1);
    return latest;
  }
}
