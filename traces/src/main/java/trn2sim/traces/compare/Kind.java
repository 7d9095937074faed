package trn2sim.traces.compare;

import java.util.Optional;
import java.util.OptionalInt;
import trn2sim.core.program.Processor;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.profile.ParsedOperands;
import trn2sim.traces.run.RunResult;

/**
 * What an instruction is, whoever ran it: instructions of one kind take the same time on one
 * machine. Where operands lie does not count.
 *
 * @param opcode as the profiler names it
 * @param shape rows and columns, type and elements of the source, or of what is written if there is
 *     none
 * @param statement the source statement, or -1
 */
record Kind(String opcode, String shape, int statement) {
  private static final int NONE = -1;

  static Kind of(RunResult run, int process, int task) {
    int statement =
        LineCost.place(run, process, task)
            .map(SourceLines.Place::innermost)
            .map(SourceLines.Frame::line)
            .orElse(NONE);
    Processor processor = run.processes().get(process).processor();
    return new Kind(processor.opcode(task), shape(processor.operands(task)), statement);
  }

  private static String shape(String text) {
    ParsedOperands operands = ParsedOperands.of(text);
    OptionalInt rows = operands.rows();
    Optional<ParsedOperands.Access> source =
        operands.access("src").or(() -> operands.access("dst"));
    OptionalInt columns = operands.columns();
    String size =
        rows.isEmpty()
            ? ""
            : rows.getAsInt() + (columns.isEmpty() ? " " : "*" + columns.getAsInt() + " ");
    return (size + source.map(s -> s.dtype() + " x" + s.elements()).orElse("")).strip();
  }

  Kind withoutStatement() {
    return new Kind(opcode, shape, NONE);
  }

  /** Without anything but what it does. */
  Kind opcodeAlone() {
    return new Kind(opcode, "", NONE);
  }

  String text() {
    return (opcode + " " + shape).strip();
  }
}
