package trn2sim.hw.isa;

import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;

/**
 * What the hardware is told to do, as data, in the shape of NKI's instruction set. Two interpreters
 * read it: {@link CostModel} says how long it takes, {@link Datapath} what it computes.
 */
public sealed interface Instruction extends TaskEffect.Operation
    permits NcMatmul,
        NcTranspose,
        Elementwise,
        Arithmetic,
        TensorReduce,
        Activation,
        TileFunction,
        Masked,
        DmaCopy,
        CollectivePermute,
        GroupCollective,
        CoreBarrier {

  /** The engine whose stream carries the instruction. */
  Engine engine();

  /** The operation's name as NKI has it. */
  String opcode();

  /** The operation's name as the profiler has it. */
  default OpcodeName profiled() {
    return OpcodeName.of(opcode());
  }

  /** The same instruction with other operands. */
  Instruction with(UnaryOperator<Access> operands);

  /** How long the instruction takes on the modelled machine. */
  Cost cost(CostModel model);

  /** The operation and its operands on one line. */
  default String describe() {
    StringBuilder text = new StringBuilder(120).append(opcode()); // most fit
    for (Access access : writes()) {
      access.appendTo(text.append(' '));
    }
    List<Access> reads = reads();
    if (!reads.isEmpty()) {
      text.append(" <-");
    }
    for (Access access : reads) {
      access.appendTo(text.append(' '));
    }
    return text.toString();
  }
}
