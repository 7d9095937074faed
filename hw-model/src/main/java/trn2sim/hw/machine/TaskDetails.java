package trn2sim.hw.machine;

import java.util.List;
import trn2sim.core.program.Program;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.memory.Access;

/** What a report says of an instruction beside itself: lines with its bytes and semaphores. */
record TaskDetails(Assembly assembly) {
  String of(int task) {
    StringBuilder text = new StringBuilder();
    if (assembly.cost(task) instanceof Cost.Dma dma) {
      transfer(dma.transfer(), text);
    } else {
      operands(assembly.instruction(task), text);
    }
    semaphores(assembly.script().semaphores(), assembly.program(), task, text);
    int written = assembly.script().steps().get(task).source();
    if (written != task) {
      text.append("\nas written: instruction ").append(written + 1);
      text.append("; as compiled: ").append(task + 1);
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
