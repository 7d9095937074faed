package trn2sim.viz.spans;

import trn2sim.core.program.Process;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.traces.profile.OpcodeName;
import trn2sim.traces.run.RunResult;

/** What the report says of an instruction: itself, then lines with its bytes and semaphores. */
final class TaskText {
  private TaskText() {}

  static String of(RunResult result, int number, int task) {
    return of(result, number, task, result.outcome().label(number, task));
  }

  /** The same with the profiler's name of the operation, as the profile beside it has. */
  static String asProfiled(RunResult result, int number, int task) {
    String label = result.outcome().label(number, task);
    Process process = result.outcome().workers().get(number).process();
    if (process.processor() instanceof NeuronCore core) {
      Instruction instruction = core.assembly().instruction(task);
      int space = label.indexOf(' ');
      String operands = space < 0 ? "" : label.substring(space);
      return of(result, number, task, OpcodeName.of(instruction).text() + operands);
    }
    return of(result, number, task, label);
  }

  private static String of(RunResult result, int number, int task, String label) {
    Process process = result.outcome().workers().get(number).process();
    return label + process.processor().details(task);
  }
}
