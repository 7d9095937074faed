package trn2sim.hw.isa;

import java.util.Locale;

/**
 * A simulated instruction as the profiler names it.
 *
 * @param opcode such as {@code TENSOR_TENSOR}
 * @param type which of several it is, such as {@code ADD}; may be empty
 */
public record OpcodeName(String opcode, String type) {
  static final String TRANSPOSE = "TRANSPOSE";
  static final String ACTIVATE = "ACTIVATE";

  /** One that there is a single one of, in capitals. */
  static OpcodeName of(String opcode) {
    return new OpcodeName(opcode.toUpperCase(Locale.ROOT), "");
  }

  /** One of several, whose name begins with what they have in common: {@code tensor_scalar_add}. */
  static OpcodeName of(String name, int common) {
    String upper = name.toUpperCase(Locale.ROOT);
    return new OpcodeName(upper.substring(0, common), upper.substring(common + 1));
  }

  /** What the profiler calls the type: only transposes are told from the rest. */
  public String mode() {
    return type.equals(TRANSPOSE) ? TRANSPOSE : "REGULAR";
  }

  /** The function of an activation. */
  public String function() {
    return opcode.equals(ACTIVATE) ? type : "";
  }

  /** The type of any other, which the profiler states among the operands. */
  public String operation() {
    return type.equals(TRANSPOSE) || opcode.equals(ACTIVATE) ? "" : type;
  }

  /** Both in one, {@code TENSOR_TENSOR.ADD}. */
  public String text() {
    return type.isEmpty() ? opcode : opcode + "." + type;
  }
}
