package trn2sim.hw.isa;

import java.util.List;

/**
 * A number for each element of a tile: a constant, plus a step for each row, plus a step for each
 * index of the free dimension.
 */
public record Affine(long constant, long perRow, List<Axis> axes) {
  /** An index of the free dimension, outermost first. */
  public record Axis(long step, int count) {}

  public Affine {
    axes = List.copyOf(axes);
  }

  /** The number for an element of a row. */
  public long at(int row, int element) {
    long value = constant + perRow * row;
    int left = element;
    for (int i = axes.size() - 1; i >= 0; i--) {
      value += axes.get(i).step * (left % axes.get(i).count);
      left /= axes.get(i).count;
    }
    return value;
  }

  /** A comparison of such a number with zero. */
  public record Condition(Affine value, AluOp comparison) {
    /** Whether it holds for an element. */
    public boolean holds(int row, int element) {
      long found = value.at(row, element);
      return switch (comparison) {
        case LESS -> found < 0;
        case LESS_EQUAL -> found <= 0;
        case GREATER -> found > 0;
        case GREATER_EQUAL -> found >= 0;
        case EQUAL -> found == 0;
        case NOT_EQUAL -> found != 0;
        default -> throw new OperandException("no comparison: " + comparison.label());
      };
    }
  }

  /** Whether all conditions hold for an element. */
  public static boolean all(List<Condition> conditions, int row, int element) {
    for (Condition condition : conditions) {
      if (!condition.holds(row, element)) {
        return false;
      }
    }
    return true;
  }
}
