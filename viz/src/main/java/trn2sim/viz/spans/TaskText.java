package trn2sim.viz.spans;

import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.memory.Access;
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
    StringBuilder text = new StringBuilder(label);
    if (process.processor() instanceof NeuronCore core) {
      if (core.isTransfer(task)) {
        transfer(core.transfer(task), text);
      } else {
        operands(core.assembly().instruction(task), text);
      }
      semaphores(core.assembly().script().semaphores(), process.program(), task, text);
    }
    return text.toString();
  }

  private static void transfer(Transfer transfer, StringBuilder text) {
    text.append('\n').append("moves ").append(transfer.bytes()).append(" bytes in ");
    text.append(transfer.descriptors()).append(" descriptors; HBM traffic ");
    text.append(transfer.hbmBytes()).append(" bytes");
  }

  private static void operands(Instruction instruction, StringBuilder text) {
    long read = bytes(instruction.reads());
    long written = bytes(instruction.writes());
    if (read + written > 0) {
      text.append('\n').append("reads ").append(read).append(" bytes, writes ");
      text.append(written).append(" bytes");
    }
  }

  private static long bytes(List<Access> operands) {
    long bytes = 0;
    for (Access operand : operands) {
      bytes += operand.bytes();
    }
    return bytes;
  }

  private static void semaphores(
      List<String> names, Program program, int task, StringBuilder text) {
    program
        .waits(task)
        .forEach(
            wait ->
                text.append("\nwaits until ")
                    .append(names.get(wait.semaphore()))
                    .append(" is ")
                    .append(wait.value()));
    program
        .signals(task)
        .forEach(
            signal ->
                text.append("\nraises ")
                    .append(names.get(signal.semaphore()))
                    .append(" by ")
                    .append(signal.amount()));
  }
}
