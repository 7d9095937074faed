package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.cancel.Cancellation;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.TileLayout;

/** The steps of a script as the scheduler sees them. */
final class ScriptNodes {
  private static final int QUEUES = Engine.values().length;
  private static final int NO_QUEUE = -1;
  private static final int CHANNELS = QUEUES + Transfer.Queue.values().length;

  /** What an instruction costs; a lane's neighbours are mostly alike, so that few serve many. */
  private record Timed(Instruction instruction, List<Node.Choice> choices, int queue, int stream) {
    boolean holdsFor(Instruction other) {
      return instruction instanceof DmaCopy mine
          && other instanceof DmaCopy copy
          && copy.isLike(mine);
    }
  }

  private final List<Node> nodes;
  private final int[] streams;
  private final Operands operands;
  private final NominalTimes times;
  private final TileLayout layout;
  private final TensorGroups groups;

  /** By lane: its latest instruction. */
  private final Timed[] latest = new Timed[IssueLane.values().length];

  private Elementwise latestOpen;
  private List<Node.Choice> openChoices;

  ScriptNodes(
      Script script,
      Operands operands,
      NominalTimes times,
      TileLayout layout,
      TensorGroups groups) {
    this.operands = operands;
    this.times = times;
    this.layout = layout;
    this.groups = groups;
    this.nodes = new ArrayList<>(script.steps().size());
    this.streams = new int[script.steps().size()];
    script.steps().forEach(this::add);
  }

  List<Node> nodes() {
    return nodes;
  }

  /** By step: the engine, queue or channel that completes its instructions in order. */
  int[] streams() {
    return streams;
  }

  private void add(Script.Step step) {
    Cancellation.check();
    Instruction instruction = step.instruction();
    List<Access> reads = operands.reads(nodes.size());
    List<Access> writes = operands.writes(nodes.size());
    int[] tiles = layout.touched(reads, writes);
    int lane = IssueLane.of(instruction).ordinal();
    int group = groups.of(instruction.engine(), reads, writes);
    if (step.freedom().anyEngine()) {
      streams[nodes.size()] = ScriptDependences.OPEN_STREAM;
      nodes.add(new Node(lane, open((Elementwise) instruction), group, NO_QUEUE, tiles));
      return;
    }
    Timed before = latest[lane];
    if (before == null || !before.holdsFor(instruction)) {
      latest[lane] = timed(instruction, before);
    }
    streams[nodes.size()] = latest[lane].stream;
    nodes.add(new Node(lane, latest[lane].choices, group, latest[lane].queue, tiles));
  }

  private Timed timed(Instruction instruction, Timed before) {
    Cost cost = times.cost(instruction);
    Node.Choice choice = times.choice(instruction, cost);
    boolean same = before != null && before.choices.get(0).equals(choice);
    int queue = cost instanceof Cost.Dma dma ? dma.transfer().queue().ordinal() : NO_QUEUE;
    return new Timed(
        instruction, same ? before.choices : List.of(choice), queue, stream(instruction, cost));
  }

  private List<Node.Choice> open(Elementwise copy) {
    if (latestOpen == null || !copy.isLike(latestOpen)) {
      latestOpen = copy;
      openChoices = List.of(on(copy, Engine.VECTOR), on(copy, Engine.SCALAR));
    }
    return openChoices;
  }

  private Node.Choice on(Elementwise copy, Engine engine) {
    Elementwise there = copy.on(engine);
    return times.choice(there, times.cost(there));
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
