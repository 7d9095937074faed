package trn2sim.hw.machine;

import java.util.List;
import java.util.stream.Stream;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;

/**
 * A script made ready to run: the program, and each task's instruction and cost.
 *
 * @param awaited by task, what those that wait for it wait for
 */
public record Assembly(
    Script script,
    Program program,
    List<Instruction> instructions,
    Cost[] costs,
    WaitReason[] awaited) {
  Assembly(Script script, Program program, List<Instruction> instructions, Cost[] costs) {
    this(
        script,
        program,
        instructions,
        costs,
        Stream.of(costs).map(Assembly::awaited).toArray(WaitReason[]::new));
  }

  private static WaitReason awaited(Cost cost) {
    return cost instanceof Cost.Dma
        ? WaitReason.DMA
        : cost instanceof Cost.Collective ? WaitReason.LINK : WaitReason.ENGINE;
  }

  public Instruction instruction(int task) {
    return instructions.get(task);
  }

  Cost cost(int task) {
    return costs[task];
  }
}
