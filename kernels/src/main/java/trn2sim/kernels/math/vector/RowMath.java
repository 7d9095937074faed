package trn2sim.kernels.math.vector;

import static jdk.incubator.vector.VectorOperators.SQRT;

import jdk.incubator.vector.FloatVector;
import trn2sim.kernels.math.BinaryOp;
import trn2sim.kernels.math.RowFold;
import trn2sim.kernels.math.UnaryFunction;

/**
 * Operations on whole rows. Each loop names its operation: the just-in-time compiler needs it as a
 * constant.
 */
final class RowMath {
  private static final int L = Lanes.COUNT;

  private RowMath() {}

  static void binary(BinaryOp op, RowBuffer left, RowBuffer right, RowBuffer to, int count) {
    int i =
        switch (op) {
          case ADD -> add(left, right, to, count);
          case SUBTRACT -> subtract(left, right, to, count);
          case MULTIPLY -> multiply(left, right, to, count);
          case MAX -> max(left, right, to, count);
          case MIN -> min(left, right, to, count);
        };
    for (; i < count; i++) {
      to.values[to.at + i] = op.apply(left.values[left.at + i], right.values[right.at + i]);
    }
  }

  private static FloatVector load(RowBuffer buffer, int i) {
    return Lanes.load(buffer.values, buffer.at + i);
  }

  private static void store(FloatVector value, RowBuffer buffer, int i) {
    value.intoArray(buffer.values, buffer.at + i);
  }

  private static int add(RowBuffer left, RowBuffer right, RowBuffer to, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      store(load(left, i).add(load(right, i)), to, i);
    }
    return i;
  }

  private static int subtract(RowBuffer left, RowBuffer right, RowBuffer to, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      store(load(left, i).sub(load(right, i)), to, i);
    }
    return i;
  }

  private static int multiply(RowBuffer left, RowBuffer right, RowBuffer to, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      store(load(left, i).mul(load(right, i)), to, i);
    }
    return i;
  }

  private static int max(RowBuffer left, RowBuffer right, RowBuffer to, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      store(load(left, i).max(load(right, i)), to, i);
    }
    return i;
  }

  private static int min(RowBuffer left, RowBuffer right, RowBuffer to, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      store(load(left, i).min(load(right, i)), to, i);
    }
    return i;
  }

  /**
   * IEEE 754 defines square, square root and division exactly; the other functions are defined by
   * operations that are.
   */
  static void activate(UnaryFunction function, RowBuffer from, RowBuffer to, int count) {
    int i =
        switch (function) {
          case SQUARE -> multiply(from, from, to, count);
          case SQRT -> squareRoot(from, to, count);
          case RECIPROCAL -> reciprocal(from, to, count);
          case IDENTITY -> identity(from, to, count);
          case EXP, LOG, TANH, SIGMOID, SILU, GELU, RSQRT ->
              RowFunctions.apply(function, from, to, count);
          default -> 0;
        };
    for (; i < count; i++) {
      to.values[to.at + i] = function.apply(from.values[from.at + i]);
    }
  }

  private static int squareRoot(RowBuffer from, RowBuffer to, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      store(load(from, i).lanewise(SQRT), to, i);
    }
    return i;
  }

  private static int identity(RowBuffer from, RowBuffer to, int count) {
    System.arraycopy(from.values, from.at, to.values, to.at, count);
    return count;
  }

  private static int reciprocal(RowBuffer from, RowBuffer to, int count) {
    FloatVector one = FloatVector.broadcast(Lanes.FLOATS, 1f);
    int i = 0;
    for (; i <= count - L; i += L) {
      store(one.div(load(from, i)), to, i);
    }
    return i;
  }

  /** Folds whole groups of partials by vectors, the rest one by one, in the canonical order. */
  static float reduce(RowFold op, RowBuffer from, int count, RowBuffer partials) {
    partials.fill(op.identity(), RowFold.LANES);
    int whole = count - count % RowFold.LANES;
    for (int lane = 0; lane < RowFold.LANES; lane += L) {
      FloatVector folded =
          op == RowFold.ADD ? foldAdd(from, lane, whole) : foldMax(from, lane, whole);
      folded.intoArray(partials.values, lane);
    }
    for (int i = whole; i < count; i++) {
      int lane = i - whole;
      partials.values[lane] = op.op().apply(partials.values[lane], from.values[from.at + i]);
    }
    return op.combine(partials.values);
  }

  private static FloatVector foldAdd(RowBuffer from, int lane, int whole) {
    FloatVector sum = FloatVector.zero(Lanes.FLOATS);
    for (int i = lane; i < whole; i += RowFold.LANES) {
      sum = sum.add(load(from, i));
    }
    return sum;
  }

  private static FloatVector foldMax(RowBuffer from, int lane, int whole) {
    FloatVector max = FloatVector.broadcast(Lanes.FLOATS, Float.NEGATIVE_INFINITY);
    for (int i = lane; i < whole; i += RowFold.LANES) {
      max = max.max(load(from, i));
    }
    return max;
  }
}
