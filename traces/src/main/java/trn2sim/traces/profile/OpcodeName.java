package trn2sim.traces.profile;

import java.util.Locale;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Masked;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.TensorReduce;

/**
 * A simulated instruction as the profiler names it.
 *
 * @param opcode such as {@code TENSOR_TENSOR}
 * @param type which of several it is, such as {@code ADD}; may be empty
 */
public record OpcodeName(String opcode, String type) {
  private static final String TRANSPOSE = "TRANSPOSE";
  private static final String ACTIVATE = "ACTIVATE";

  public static OpcodeName of(Instruction instruction) {
    if (instruction instanceof Masked masked) {
      return of(masked.whole());
    }
    if (instruction instanceof NcMatmul) {
      return new OpcodeName("MATMUL", "");
    }
    if (instruction instanceof NcTranspose) {
      return new OpcodeName("MATMUL", TRANSPOSE);
    }
    if (instruction instanceof Elementwise elementwise) {
      return elementwise(elementwise);
    }
    if (instruction instanceof Arithmetic arithmetic) {
      String form = upper(arithmetic.form());
      return new OpcodeName(form, upper(arithmetic.opcode()).substring(form.length() + 1));
    }
    if (instruction instanceof TensorReduce reduce) {
      return new OpcodeName("TENSOR_REDUCE", reduce.op().name());
    }
    if (instruction instanceof Activation activation) {
      return new OpcodeName(ACTIVATE, activation.function().name());
    }
    if (instruction instanceof DmaCopy copy) {
      return new OpcodeName(copy.transpose() ? "DMA_TRANSPOSE" : "DMA_DIRECT2D", "");
    }
    boolean barrier = instruction instanceof CoreBarrier;
    return new OpcodeName(barrier ? "EVENT_SEMAPHORE" : upper(instruction.opcode()), "");
  }

  /** What the profiler calls the type: only transposes are told from the rest. */
  String mode() {
    return type.equals(TRANSPOSE) ? TRANSPOSE : "REGULAR";
  }

  /** The function of an activation. */
  String function() {
    return opcode.equals(ACTIVATE) ? type : "";
  }

  /** Both in one, {@code TENSOR_TENSOR.ADD}. */
  public String text() {
    return type.isEmpty() ? opcode : opcode + "." + type;
  }

  private static OpcodeName elementwise(Elementwise instruction) {
    Op op = instruction.op();
    if (op == Op.TENSOR_COPY) {
      boolean casts = instruction.src().get().dtype() != instruction.dst().dtype();
      return new OpcodeName(casts ? "CAST" : "COPY", "");
    }
    boolean plain = op == Op.MEMSET || op == Op.RECIPROCAL || op == Op.TENSOR_TENSOR_SCAN;
    int cut = plain ? op.name().length() : op.name().lastIndexOf('_');
    String type = op.name().substring(cut);
    return new OpcodeName(op.name().substring(0, cut), type.isEmpty() ? "" : type.substring(1));
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }
}
