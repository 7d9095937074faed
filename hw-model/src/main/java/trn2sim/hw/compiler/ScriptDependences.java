package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.compiler.DependenceGraph.Kind;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Region;
import trn2sim.hw.memory.RegionUses;

/**
 * What may not change places in a script, whose steps are added one after the other: reads and
 * writes of the same storage as declared, one engine at a time in a PSUM bank, whatever other cores
 * can see, stated edges and blocks.
 */
final class ScriptDependences {
  /**
   * @param loose whether it is a write that its stream need not finish before the next
   */
  private record Use(int node, int stream, Region region, boolean loose)
      implements RegionUses.Use {}

  /** The uses of one buffer that later ones may have to wait for. */
  private record Uses(RegionUses<Use> reads, RegionUses<Use> writes) {}

  /** Stands for the stream of an instruction whose engine is open. */
  static final int OPEN_STREAM = -1;

  private static final int NONE = -1;

  private final Operands operands;
  private final List<Buffer> buffers;
  private final int bankBytes;

  /** All of a PSUM bank. */
  private final Region bank;

  private final DependenceGraph graph;
  private int lastVisible = NONE;

  /** By buffer: the one whose memory it is; none for inputs, which never change. */
  private final int[] owners;

  /** By the buffer whose memory it is, as are the next three. */
  private final Uses[] uses;

  private final boolean[] psum;

  /** The last step that writes it; nobody waits for reads after it. */
  private final int[] lastWrite;

  /** The last use that writes it once it has filled it all: who reads waits for it alone. */
  private final Use[] settled;

  /** The latest instruction of each lane in each block whose order is fixed. */
  private final Map<Integer, int[]> blocks = new HashMap<>();

  ScriptDependences(Operands operands, int bankBytes) {
    this.operands = operands;
    this.buffers = operands.script().buffers();
    this.bankBytes = bankBytes;
    this.bank = new Region(0, 0, 0, 1).widened(bankBytes);
    this.graph = new DependenceGraph(operands.steps());
    this.owners = new int[buffers.size()];
    this.psum = new boolean[owners.length];
    for (Buffer buffer : buffers) {
      owners[buffer.id()] = buffer.role() == Buffer.Role.INPUT ? NONE : buffer.home().owner();
      psum[buffer.id()] = buffer.space() == MemorySpace.PSUM;
    }
    this.uses = new Uses[owners.length];
    this.settled = new Use[owners.length];
    this.lastWrite = new int[owners.length];
    for (int step = 0; step < operands.steps(); step++) {
      for (int i = operands.start(step); i < operands.reads(step); i++) {
        int owner = owners[operands.buffer(i)];
        if (owner != NONE) {
          lastWrite[owner] = step;
        }
      }
    }
  }

  DependenceGraph graph() {
    return graph;
  }

  /**
   * Adds the next step.
   *
   * @param stream the engine or queue that completes its instructions in order
   */
  void add(int node, int stream) {
    data(node, stream);
    if (operands.synchronises(node)) {
      if (lastVisible >= 0) {
        graph.add(lastVisible, node, Kind.ISSUE);
      }
      lastVisible = node;
    }
    if (!operands.isPlain(node)) {
      stated(node, operands.script().steps().get(node));
    }
  }

  private void stated(int node, Script.Step step) {
    for (int before : step.freedom().after()) {
      graph.add(before, node, Kind.RESULT);
    }
    if (step.freedom().fixedBlock() >= 0) {
      inBlock(node, step);
    }
  }

  private void data(int node, int stream) {
    for (int i = operands.reads(node); i < operands.end(node); i++) {
      int owner = owners[operands.buffer(i)];
      if (owner != NONE && settled[owner] != null) {
        graph.add(settled[owner].node, node, awaited(settled[owner], stream));
      } else if (owner != NONE) {
        read(owner, new Use(node, stream, region(owner, i), false));
      }
    }
    for (int i = operands.start(node); i < operands.reads(node); i++) {
      int owner = owners[operands.buffer(i)];
      if (owner != NONE) {
        boolean loose = operands.get(i).isScattered();
        write(owner, new Use(node, stream, region(owner, i), loose));
      }
    }
  }

  private void read(int owner, Use mine) {
    Uses all = uses(owner);
    collect(mine, all, false, psum[owner]);
    if (psum[owner] || mine.node < lastWrite[owner]) {
      all.reads.add(mine);
    }
  }

  private void write(int owner, Use mine) {
    Uses all = uses(owner);
    collect(mine, all, true, true);
    record(mine, all);
    boolean last = mine.node == lastWrite[owner] && !psum[owner];
    settled[owner] = last && fills(mine.region, buffers.get(owner)) ? mine : null;
  }

  /** Whether a region of bytes is all of a memory. */
  private static boolean fills(Region region, Buffer buffer) {
    return region.rowLow() == 0
        && region.rowHigh() == buffer.rows()
        && region.colLow() == 0
        && region.colHigh() == buffer.rowBytes();
  }

  private Uses uses(int owner) {
    if (uses[owner] == null) {
      uses[owner] = new Uses(new RegionUses<>(2), new RegionUses<>(1));
    }
    return uses[owner];
  }

  /** What an operand takes of a memory; in PSUM a bank is used as a whole. */
  private Region region(int owner, int operand) {
    if (psum[owner] && buffers.get(owner).rowBytes() <= bankBytes) {
      return bank;
    }
    Region region = operands.get(operand).footprint();
    return psum[owner] ? region.widened(bankBytes) : region;
  }

  /**
   * @param afterReads whether reads count: before a write, and in PSUM, whose banks one engine at a
   *     time uses
   */
  private void collect(Use mine, Uses all, boolean write, boolean afterReads) {
    Region region = mine.region;
    RegionUses<Use> writes = all.writes;
    for (int i = writes.next(0, region); i < writes.size(); i = writes.next(i + 1, region)) {
      Use earlier = writes.get(i);
      boolean inTurn = sameStream(earlier, mine) && !earlier.loose && !mine.loose;
      Kind overwritten = inTurn ? Kind.ISSUE : Kind.RESULT;
      add(earlier, mine.node, write ? overwritten : awaited(earlier, mine.stream));
    }
    if (!afterReads) {
      return;
    }
    RegionUses<Use> reads = all.reads;
    for (int i = reads.next(0, region); i < reads.size(); i = reads.next(i + 1, region)) {
      Use earlier = reads.get(i);
      boolean inTurn = sameStream(earlier, mine);
      if (write || !inTurn) {
        add(earlier, mine.node, inTurn ? Kind.ISSUE : Kind.RESULT);
      }
    }
  }

  private void add(Use earlier, int node, Kind kind) {
    if (earlier.node != node) {
      graph.add(earlier.node, node, kind);
    }
  }

  /**
   * What a stream awaits before it reads what a use has written. An engine takes its instructions
   * in order and needs no signal from itself; that its pipeline is to run empty before the second
   * of a chain can start is left to the machine.
   */
  private static Kind awaited(Use write, int stream) {
    return write.stream == stream && ScriptNodes.isEngine(stream) ? Kind.ISSUE : Kind.RESULT;
  }

  private static boolean sameStream(Use one, Use other) {
    return one.stream == other.stream && one.stream != OPEN_STREAM;
  }

  /** Whoever comes after a write need not wait for the uses it covers: the write did. */
  private static void record(Use write, Uses all) {
    all.reads.dropCovered(write.region, use -> true);
    all.writes.dropCovered(write.region, use -> true);
    all.writes.add(write);
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
