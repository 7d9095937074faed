package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;

/** What each step of a script reads and writes, listed once for all who look at it. */
final class Operands {
  private final List<List<Access>> reads;
  private final List<List<Access>> writes;

  Operands(Script script) {
    reads = new ArrayList<>(script.steps().size());
    writes = new ArrayList<>(script.steps().size());
    for (Script.Step step : script.steps()) {
      Instruction instruction = step.instruction();
      reads.add(instruction.reads());
      writes.add(instruction.writes());
    }
  }

  List<Access> reads(int step) {
    return reads.get(step);
  }

  List<Access> writes(int step) {
    return writes.get(step);
  }
}
