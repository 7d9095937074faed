package trn2sim.viz.spans;

import trn2sim.core.program.Process;
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
    String opcode = process.processor().opcode(task);
    if (label.startsWith(opcode)) {
      return of(result, number, task, label);
    }
    int space = label.indexOf(' ');
    return of(result, number, task, opcode + (space < 0 ? "" : label.substring(space)));
  }

  private static String of(RunResult result, int number, int task, String label) {
    Process process = result.outcome().workers().get(number).process();
    return label + process.processor().details(task);
  }
}
