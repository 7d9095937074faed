package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.TileLayout;

/** The steps of a script as the scheduler sees them. */
final class ScriptNodes {
  private static final int QUEUES = Engine.values().length;
  private static final int NO_QUEUE = -1;
  private static final int CHANNELS = QUEUES + Transfer.Queue.values().length;

  private final List<Node> nodes = new ArrayList<>();
  private final int[] streams;
  private final NominalTimes times;
  private final TileLayout layout;
  private final TensorGroups groups;

  ScriptNodes(Script script, NominalTimes times, TileLayout layout, int bankBytes) {
    this.times = times;
    this.layout = layout;
    this.groups = new TensorGroups(bankBytes);
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
    Instruction instruction = step.instruction();
    int[] tiles = layout.touched(instruction.reads(), instruction.writes());
    int lane = IssueLane.of(instruction).ordinal();
    int group = groups.of(instruction);
    if (step.freedom().anyEngine()) {
      Elementwise copy = (Elementwise) instruction;
      streams[nodes.size()] = ScriptDependences.OPEN_STREAM;
      List<Node.Choice> both = List.of(on(copy, Engine.VECTOR), on(copy, Engine.SCALAR));
      nodes.add(new Node(lane, both, group, NO_QUEUE, tiles));
      return;
    }
    Cost cost = times.cost(instruction);
    streams[nodes.size()] = stream(instruction, cost);
    int queue = cost instanceof Cost.Dma dma ? dma.transfer().queue().ordinal() : NO_QUEUE;
    nodes.add(new Node(lane, List.of(times.choice(instruction, cost)), group, queue, tiles));
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
