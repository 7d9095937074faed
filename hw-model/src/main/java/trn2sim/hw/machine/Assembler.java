package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Program;
import trn2sim.core.program.ProgramBuilder;
import trn2sim.core.timeline.Track;
import trn2sim.core.unit.Text;
import trn2sim.hw.cost.NeuronCoreCost;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.CostModel;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.TileLayout;
import trn2sim.hw.spec.CollectiveSpec;
import trn2sim.hw.spec.NeuronSpec;

/**
 * Turns a script into a program: engines become lanes, on-chip buffers tiles with space to hold,
 * and what instructions read and write becomes what they wait for.
 */
public final class Assembler {
  private static final int ENGINES = Engine.values().length;
  private static final int QUEUES = Transfer.Queue.values().length;

  private final CostModel costs;
  private final long hbmBytes;
  private final long sbufBytes;
  private final int bankBytes;
  private final int banks;
  private final int outstanding;
  private final Map<Script, Assembly> assembled =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /**
   * @param lnc cores of a rank
   */
  public Assembler(NeuronSpec device, int lnc) {
    costs = new NeuronCoreCost(device, lnc);
    hbmBytes = device.memory().stackBytes();
    sbufBytes = device.memory().usableBytes();
    bankBytes = device.memory().psumBankBytes();
    banks = device.memory().psumBanks();
    outstanding = device.dma().ring().fetches();
  }

  /** What a script holds on chip at the least, whether it fits or not. */
  public SpaceLedger ledger(Script script) {
    return SpaceLedger.of(build(script).program());
  }

  /**
   * A script made ready to run, once however often it is asked for; throws {@link
   * CapacityException} if it cannot fit.
   */
  public Assembly assemble(Script script) {
    return assembled.computeIfAbsent(script, this::make);
  }

  private Assembly make(Script script) {
    Assembly assembly = build(script);
    new CapacityCheck(assembly.program()).require(task -> assembly.instruction(task).describe());
    return assembly;
  }

  private Assembly build(Script script) {
    CapacityCheck.requireHbm(script.buffers(), hbmBytes);
    TileLayout layout = new TileLayout(script.buffers(), script.groupLimits(), bankBytes);
    ProgramBuilder builder = empty(script, layout);
    int streams = ENGINES + QUEUES + CollectiveSpec.CHANNELS;
    Dependencies dependencies = new Dependencies(script.buffers(), streams, bankBytes);
    AccumulationGroups groups = new AccumulationGroups(bankBytes);
    StaticRings rings = new StaticRings(script.scheduled() ? outstanding : Integer.MAX_VALUE);
    List<Instruction> instructions = new ArrayList<>(script.steps().size());
    Cost[] cost = new Cost[script.steps().size()];
    for (Script.Step step : script.steps()) {
      Cancellation.check();
      Instruction instruction = step.instruction();
      int task = instructions.size();
      instructions.add(instruction);
      List<Access> reads = instruction.reads();
      List<Access> writes = instruction.writes();
      cost[task] = checked(step, groups, reads, writes);
      Dependencies.Task mine =
          new Dependencies.Task(task, stream(instruction, cost[task]), parts(cost[task]));
      int[] after = dependencies.of(mine, reads, writes);
      builder.task(
          lane(instruction, script.scheduled()).ordinal(),
          withEdges(withEdges(after, step.freedom().after()), rings.before(task, cost[task])),
          layout.touched(reads, writes),
          step.waits(),
          step.signals());
    }
    Program program = builder.build();
    return new Assembly(script, program, instructions, cost);
  }

  /** Lanes, memories and tiles, without tasks. */
  private ProgramBuilder empty(Script script, TileLayout layout) {
    ProgramBuilder builder = new ProgramBuilder();
    for (IssueLane lane : IssueLane.values()) {
      builder.lane(new Program.Lane(lane.label(), lane.row(), Track.Kind.ENGINE, false));
    }
    builder.space("SBUF", sbufBytes, "B per partition");
    builder.space("PSUM", Math.min(banks, script.psumBanks()), "banks");
    layout.pools().forEach(pool -> builder.pool(pool.name(), pool.limit()));
    layout
        .tiles()
        .forEach(tile -> builder.tile(tile.name(), tile.space(), tile.units(), tile.pool()));
    return builder;
  }

  private static IssueLane lane(Instruction instruction, boolean scheduled) {
    return scheduled ? IssueLane.scheduled(instruction) : IssueLane.of(instruction);
  }

  /** What an instruction costs that the hardware would take. */
  private Cost checked(
      Script.Step step, AccumulationGroups groups, List<Access> reads, List<Access> writes) {
    Instruction instruction = step.instruction();
    try {
      groups.check(instruction);
      Cost cost = instruction.cost(costs);
      requireWritable(instruction, writes);
      if (takesPatterns(instruction, cost)) {
        requireEncodable(instruction, reads);
        requireEncodable(instruction, writes);
      }
      return cost;
    } catch (OperandException e) {
      throw new OperandException(e.getMessage(), step.source());
    }
  }

  /** DMA descriptors hold any pattern, and a barrier touches none of what it orders. */
  private static boolean takesPatterns(Instruction instruction, Cost cost) {
    return (cost instanceof Cost.Fixed || cost instanceof Cost.Array)
        && !(instruction instanceof CoreBarrier);
  }

  /** Nothing waits for an input, so a change to it would go unseen. */
  private static void requireWritable(Instruction instruction, List<Access> writes) {
    for (Access write : writes) {
      if (write.buffer().role() == Buffer.Role.INPUT) {
        throw new OperandException(
            "[" + instruction.describe() + "] writes " + write + ", which is an input");
      }
    }
  }

  private static void requireEncodable(Instruction instruction, List<Access> accesses) {
    for (Access access : accesses) {
      if (!access.pattern().isEncodable()) {
        String limit =
            access.pattern().isTooLong()
                ? "a loop of an instruction has at most 65,535 elements: use slices of the operand"
                : "an instruction has four loops within a partition, with steps up to 32,767:"
                    + " copy the operand to a tile of its own first";
        throw new OperandException(
            Text.format(
                "%s: %s, found %s %s",
                instruction.opcode(), limit, access, access.dtype().label()));
      }
    }
  }

  /** Engines, DMA queues and the channels of collectives complete in order, each for itself. */
  private static int stream(Instruction instruction, Cost cost) {
    if (cost instanceof Cost.Dma dma) {
      return ENGINES + dma.transfer().queue().ordinal();
    }
    if (cost instanceof Cost.Collective) {
      int channel = instruction instanceof CollectivePermute permute ? permute.channel() : 0;
      return ENGINES + QUEUES + channel;
    }
    return instruction.engine().ordinal();
  }

  /** A DMA queue is in order on each engine alone. */
  private static int parts(Cost cost) {
    if (!(cost instanceof Cost.Dma dma)) {
      return 1;
    }
    int parts = 0;
    long[] engines = dma.transfer().enginePs();
    for (int engine = 0; engine < engines.length; engine++) {
      parts |= engines[engine] > 0 ? 1 << engine : 0;
    }
    return parts;
  }

  /** What the data asks for, and what the program or the compiler states. */
  private static int[] withEdges(int[] after, List<Integer> stated) {
    if (stated.isEmpty()) {
      return after;
    }
    return IntStream.concat(Arrays.stream(after), stated.stream().mapToInt(Integer::intValue))
        .distinct()
        .toArray();
  }
}
