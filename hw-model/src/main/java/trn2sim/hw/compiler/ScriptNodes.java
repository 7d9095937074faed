package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.TileLayout;

/** The steps of a script as the scheduler sees them, added one after the other. */
final class ScriptNodes {
  private static final int QUEUES = Engine.values().length;
  private static final int NO_QUEUE = -1;
  private static final int NO_GROUP = -1;
  private static final int CHANNELS = QUEUES + Transfer.Queue.values().length;

  /** What an instruction costs; a lane's neighbours are mostly alike, so that few serve many. */
  private record Timed(Instruction instruction, Node node, int stream) {
    boolean holdsFor(Instruction other) {
      if (other instanceof NcMatmul matmul) {
        return instruction instanceof NcMatmul mine && matmul.isLike(mine);
      }
      return other instanceof DmaCopy copy
          && instruction instanceof DmaCopy mine
          && copy.isLike(mine);
    }

    Timed in(int group) {
      return new Timed(instruction, node.in(group), stream);
    }
  }

  private final Operands operands;
  private final NominalTimes times;
  private final TileLayout layout;
  private final TensorGroups groups;
  private final List<Node> nodes;
  private final NodeTiles tiles;

  /** By lane: its latest instruction. */
  private final Timed[] latest = new Timed[IssueLane.values().length];

  private Elementwise latestOpen;
  private Node openNode;

  ScriptNodes(Operands operands, NominalTimes times, TileLayout layout, int bankBytes) {
    this.operands = operands;
    this.times = times;
    this.layout = layout;
    this.groups = new TensorGroups(operands, bankBytes);
    this.nodes = new ArrayList<>(operands.steps());
    this.tiles = new NodeTiles(operands.steps(), operands.count());
  }

  List<Node> nodes() {
    return nodes;
  }

  NodeTiles tiles() {
    return tiles;
  }

  /**
   * Adds the next step; returns its stream: the engine, queue or channel that completes its
   * instructions in order.
   */
  int add(Script.Step step) {
    Instruction instruction = step.instruction();
    int number = nodes.size();
    addTiles(number);
    int group = groups.of(number, instruction.engine());
    int lane = IssueLane.of(instruction).ordinal();
    if (!operands.isPlain(number) && step.freedom().anyEngine()) {
      nodes.add(open((Elementwise) instruction, lane));
      return ScriptDependences.OPEN_STREAM;
    }
    Timed timed = latest[lane];
    if (timed == null || !timed.holdsFor(instruction)) {
      timed = timed(instruction, lane, group);
    } else if (timed.node.group() != group) {
      timed = timed.in(group);
    }
    latest[lane] = timed;
    nodes.add(timed.node);
    return timed.stream;
  }

  private void addTiles(int step) {
    for (int i = operands.start(step); i < operands.end(step); i++) {
      int tile = layout.tile(operands.buffer(i));
      if (tile != TileLayout.OFF_CHIP) {
        tiles.add(tile);
      }
    }
    tiles.endNode();
  }

  private Timed timed(Instruction instruction, int lane, int group) {
    Cost cost = times.cost(instruction);
    Node.Choice choice = times.choice(instruction, cost);
    int stream = stream(instruction, cost);
    int queue = isEngine(stream) ? NO_QUEUE : stream - QUEUES;
    boolean load = cost instanceof Cost.Dma && isLoad(instruction);
    Node node = new Node(lane, List.of(choice), group, queue, load);
    return new Timed(instruction, node, stream);
  }

  private Node open(Elementwise copy, int lane) {
    if (latestOpen == null || !copy.isLike(latestOpen)) {
      latestOpen = copy;
      List<Node.Choice> choices = List.of(on(copy, Engine.VECTOR), on(copy, Engine.SCALAR));
      openNode = new Node(lane, choices, NO_GROUP, NO_QUEUE, false);
    }
    return openNode;
  }

  private Node.Choice on(Elementwise copy, Engine engine) {
    Elementwise there = copy.on(engine);
    return times.choice(there, times.cost(there));
  }

  /** Whether it brings data from HBM into SBUF. */
  private static boolean isLoad(Instruction instruction) {
    return instruction.reads().stream().anyMatch(read -> read.space() == MemorySpace.HBM)
        && instruction.writes().stream().allMatch(write -> write.space() == MemorySpace.SBUF);
  }

  /** Whether a stream is one of an engine's own instructions. */
  static boolean isEngine(int stream) {
    return stream >= 0 && stream < QUEUES;
  }

  private static int stream(Instruction instruction, Cost cost) {
    if (cost instanceof Cost.Dma dma) {
      return QUEUES + dma.transfer().queue().ordinal();
    }
    if (cost instanceof Cost.Collective) {
      return CHANNELS + (instruction instanceof CollectivePermute permute ? permute.channel() : 0);
    }
    return instruction.engine().ordinal();
  }
}
