package trn2sim.hw.isa;

import java.util.Arrays;
import java.util.stream.Collectors;
import trn2sim.hw.memory.Access;

/** An instruction whose operands the hardware would refuse. */
public final class OperandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OperandException(String message) {
    super(message);
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
