package trn2sim.hw.isa;

/** An instruction whose operands the hardware would refuse. */
public final class OperandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OperandException(String message) {
    super(message);
  }

  static void require(boolean holds, String opcode, String rule, Object found) {
    if (!holds) {
      throw new OperandException(opcode + ": " + rule + ", found " + found);
    }
  }
}
