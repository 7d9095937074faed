package trn2sim.hw.isa;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The operations of two values that the Vector and GpSimd engines offer: of fp32, or of whole
 * numbers bit by bit. All take the same time; comparisons give 1 or 0; operations of one value
 * leave the second unused.
 */
public enum AluOp {
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  MAXIMUM,
  MINIMUM,
  POWER,
  /** The value that is farther from zero, with its sign. */
  ABS_MAX,
  /** The value that is nearer to zero, with its sign. */
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
  /** The remainder with the sign of the divisor. */
  MOD,
  /** The remainder with the sign of the dividend. */
  FMOD,
  FLOOR_DIVIDE,
  AVERAGE,
  ARCTAN2,
  BITWISE_AND,
  BITWISE_OR,
  BITWISE_XOR,
  LEFT_SHIFT,
  RIGHT_SHIFT,
  LOGICAL_SHIFT_RIGHT,
  ARITHMETIC_SHIFT_RIGHT,
  ABS,
  FLOOR,
  CEIL,
  TRUNC,
  RINT,
  SQRT,
  RSQRT,
  RECIPROCAL,
  INVERT,
  LOGICAL_NOT,
  /** The first value, whatever the second. */
  BYPASS;

  /** NKI's spelling. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it works on the bits of whole numbers. */
  public boolean onBits() {
    return switch (this) {
      case BITWISE_AND,
          BITWISE_OR,
          BITWISE_XOR,
          LEFT_SHIFT,
          RIGHT_SHIFT,
          LOGICAL_SHIFT_RIGHT,
          ARITHMETIC_SHIFT_RIGHT,
          INVERT ->
          true;
      default -> false;
    };
  }

  /** The operation spelt {@code label}. */
  public static Optional<AluOp> of(String label) {
    return Arrays.stream(values()).filter(op -> op.label().equals(label)).findFirst();
  }
}
