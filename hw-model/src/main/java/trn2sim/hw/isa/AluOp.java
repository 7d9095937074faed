package trn2sim.hw.isa;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The operations of two fp32 values that the Vector and GpSimd engines offer. All take the same
 * time; comparisons give 1 or 0.
 */
public enum AluOp {
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  MAXIMUM,
  MINIMUM,
  POWER,
  ABS_MAX,
  ABS_MIN,
  EQUAL,
  NOT_EQUAL,
  GREATER,
  GREATER_EQUAL,
  LESS,
  LESS_EQUAL,
  LOGICAL_AND,
  LOGICAL_OR,
  LOGICAL_XOR,
  /** The first value, whatever the second. */
  BYPASS;

  /** NKI's spelling. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The operation spelt {@code label}. */
  public static Optional<AluOp> of(String label) {
    return Arrays.stream(values()).filter(op -> op.label().equals(label)).findFirst();
  }
}
