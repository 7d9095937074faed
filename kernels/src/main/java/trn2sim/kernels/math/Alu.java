package trn2sim.kernels.math;

import trn2sim.hw.isa.AluOp;

/** The values of the element-wise operations. */
public final class Alu {
  private Alu() {}

  /** The result for two values, in fp32. */
  public static float apply(AluOp op, float left, float right) {
    return switch (op) {
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE -> left / right;
      case MAXIMUM -> Math.max(left, right);
      case MINIMUM -> Math.min(left, right);
      case POWER -> (float) StrictMath.pow(left, right);
      case ABS_MAX -> Math.max(Math.abs(left), Math.abs(right));
      case ABS_MIN -> Math.min(Math.abs(left), Math.abs(right));
      case EQUAL -> truth(left == right);
      case NOT_EQUAL -> truth(left != right);
      case GREATER -> truth(left > right);
      case GREATER_EQUAL -> truth(left >= right);
      case LESS -> truth(left < right);
      case LESS_EQUAL -> truth(left <= right);
      case LOGICAL_AND -> truth(left != 0 && right != 0);
      case LOGICAL_OR -> truth(left != 0 || right != 0);
      case LOGICAL_XOR -> truth(left != 0 ^ right != 0);
      case BYPASS -> left;
    };
  }

  private static float truth(boolean holds) {
    return holds ? 1 : 0;
  }
}
