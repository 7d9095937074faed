package trn2sim.hw.isa;

import java.util.Arrays;
import java.util.stream.Collectors;
import trn2sim.hw.memory.Access;

/** An instruction whose operands the hardware would refuse. */
public final class OperandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int source;

  public OperandException(String message) {
    this(message, -1);
  }

  /**
   * @param source the instruction's place in the source, negative if it is not known
   */
  public OperandException(String message, int source) {
    super(message);
    this.source = source;
  }

  public int source() {
    return source;
  }

  /** Texts are put together only when the rule is broken: this runs for every instruction. */
  static void require(boolean holds, String opcode, String rule, Access... found) {
    if (!holds) {
      String operands =
          Arrays.stream(found)
              .map(access -> access + " " + access.dtype().label())
              .collect(Collectors.joining(" and "));
      throw new OperandException(opcode + ": " + rule + ", found " + operands);
    }
  }
}
