package trn2sim.kernels.math;

import trn2sim.hw.isa.AluOp;

/** The values of the element-wise operations. */
public final class Alu {
  private Alu() {}

  /** What the operations work on. */
  public enum Kind {
    /** Numbers in fp32. */
    FLOAT,
    /** The bits of whole numbers. */
    BITS,
    /** Whole numbers of 32 bits on GpSimd, which go round. */
    WORD;

    /** The result for two values. */
    public double apply(AluOp op, double left, double right) {
      return switch (this) {
        case FLOAT -> Alu.apply(op, (float) left, (float) right);
        case BITS -> bits(op, (long) left, (long) right);
        case WORD -> word(op, left, right);
      };
    }

    /** Whether a result is bits, which do not saturate, and no number. */
    public boolean keepsBits(AluOp op) {
      boolean goesRound = op == AluOp.ADD || op == AluOp.SUBTRACT || op == AluOp.MULTIPLY;
      return this == BITS || (this == WORD && goesRound);
    }
  }

  /** The result for two values, in fp32. */
  public static float apply(AluOp op, float left, float right) {
    return switch (op) {
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE -> left / right;
      case MAXIMUM -> Math.max(left, right);
      case MINIMUM -> Math.min(left, right);
      case POWER -> (float) power(left, right);
      case ABS_MAX -> Math.abs(left) > Math.abs(right) ? left : right;
      case ABS_MIN -> Math.abs(left) < Math.abs(right) ? left : right;
      case EQUAL -> truth(left == right);
      case NOT_EQUAL -> truth(left != right);
      case GREATER -> truth(left > right);
      case GREATER_EQUAL -> truth(left >= right);
      case LESS -> truth(left < right);
      case LESS_EQUAL -> truth(left <= right);
      case LOGICAL_AND -> truth(left != 0 && right != 0);
      case LOGICAL_OR -> truth(left != 0 || right != 0);
      case LOGICAL_XOR -> truth(left != 0 ^ right != 0);
      case MOD -> remainder(left, right);
      case FMOD -> left % right;
      case FLOOR_DIVIDE -> (float) Math.floor((double) left / right);
      case AVERAGE -> (left + right) / 2;
      case ARCTAN2 -> (float) StrictMath.atan2(left, right);
      case ABS, FLOOR, CEIL, TRUNC, RINT, SQRT, RSQRT, RECIPROCAL, LOGICAL_NOT, BYPASS ->
          (float) unary(op, left);
      default -> bits(op, (long) left, (long) right);
    };
  }

  /** As IEEE 754 has it: one to any power is one, and so is minus one to an infinite one. */
  private static double power(float left, float right) {
    boolean one = left == 1 || (left == -1 && Float.isInfinite(right));
    return one ? 1 : StrictMath.pow(left, right);
  }

  /** Exactly, with the sign of the divisor. */
  private static float remainder(float left, float right) {
    float rest = left % right;
    if (rest == 0) {
      return Math.copySign(0, right);
    }
    return rest < 0 == right < 0 ? rest : rest + right;
  }

  /** The first value of a reduction as it is if no other follows: a truth, fp32, or bits. */
  public static double first(AluOp op, double value) {
    return switch (op) {
      case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> truth(value != 0);
      default -> op.onBits() ? value : (float) value;
    };
  }

  /** One more value into a reduction, which is in fp32 unless it is of bits. */
  public static double fold(AluOp op, double folded, double next) {
    return op.onBits()
        ? bits(op, (long) folded, (long) next)
        : apply(op, (float) folded, (float) next);
  }

  /** The result for two whole numbers of 32 bits: exactly, or the 32 bits that are kept of it. */
  private static double word(AluOp op, double left, double right) {
    long a = (long) left;
    long b = (long) right;
    return switch (op) {
      case ADD -> (int) (a + b);
      case SUBTRACT -> (int) (a - b);
      case MULTIPLY -> (int) (a * b);
      case MAXIMUM -> Math.max(left, right);
      case MINIMUM -> Math.min(left, right);
      case EQUAL, NOT_EQUAL, GREATER, GREATER_EQUAL, LESS, LESS_EQUAL ->
          apply(op, Long.compare(a, b), 0f);
      default -> apply(op, (float) left, (float) right);
    };
  }

  private static long bits(AluOp op, long left, long right) {
    return switch (op) {
      case BITWISE_AND -> left & right;
      case BITWISE_OR -> left | right;
      case BITWISE_XOR -> left ^ right;
      case LEFT_SHIFT -> (int) (left << right);
      case ARITHMETIC_SHIFT_RIGHT -> (int) left >> right;
      case RIGHT_SHIFT, LOGICAL_SHIFT_RIGHT -> (left & 0xFFFF_FFFFL) >>> right;
      case INVERT -> ~left;
      default -> throw new IllegalArgumentException(op.label());
    };
  }

  private static double unary(AluOp op, float value) {
    return switch (op) {
      case ABS -> Math.abs(value);
      case FLOOR -> Math.floor(value);
      case CEIL -> Math.ceil(value);
      case TRUNC -> value < 0 ? Math.ceil(value) : Math.floor(value);
      case RINT -> Math.rint(value);
      case SQRT -> Math.sqrt(value);
      case RSQRT -> 1 / Math.sqrt(value);
      case RECIPROCAL -> 1 / (double) value;
      case LOGICAL_NOT -> truth(value == 0);
      default -> value;
    };
  }

  private static float truth(boolean holds) {
    return holds ? 1 : 0;
  }
}
