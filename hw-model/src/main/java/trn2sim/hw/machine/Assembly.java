package trn2sim.hw.machine;

import java.util.List;
import trn2sim.core.program.Program;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;

/** A script made ready to run: the program, and each task's instruction and cost. */
public record Assembly(
    Script script, Program program, List<Instruction> instructions, Cost[] costs) {
  public Instruction instruction(int task) {
    return instructions.get(task);
  }

  Cost cost(int task) {
    return costs[task];
  }
}
