package trn2sim.kernels.math.vector;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static trn2sim.kernels.math.Functions.BIAS;
import static trn2sim.kernels.math.Functions.EXP_TERMS;
import static trn2sim.kernels.math.Functions.FRACTION_BITS;
import static trn2sim.kernels.math.Functions.LARGEST_EXPONENT;
import static trn2sim.kernels.math.Functions.LN2_HIGH;
import static trn2sim.kernels.math.Functions.LN2_LOW;
import static trn2sim.kernels.math.Functions.LOG2_E;
import static trn2sim.kernels.math.Functions.LOG_TERMS;
import static trn2sim.kernels.math.Functions.ROOT_HALF;
import static trn2sim.kernels.math.Functions.ROUNDER;
import static trn2sim.kernels.math.Functions.ROUNDER_BITS;
import static trn2sim.kernels.math.Functions.SMALL;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import trn2sim.kernels.math.Functions;
import trn2sim.kernels.math.NormalDistribution;
import trn2sim.kernels.math.UnaryFunction;

/**
 * Functions over whole rows that are defined in double precision, most of them in {@link
 * Functions}: fp32 lanes widened to double, the same operations in the same order, and one rounding
 * back.
 */
final class RowFunctions {
  private static final int L = Lanes.COUNT;
  private static final DoubleVector ONE = DoubleVector.broadcast(Lanes.DOUBLES, 1);

  private RowFunctions() {}

  /** Returns how many values it did; the rest is less than a vector. */
  static int apply(UnaryFunction function, RowBuffer from, RowBuffer to, int count) {
    int i = 0;
    for (; i <= count - L; i += L) {
      FloatVector x = Lanes.load(from.values, from.at + i);
      DoubleVector low = (DoubleVector) x.convertShape(VectorOperators.F2D, Lanes.DOUBLES, 0);
      DoubleVector high = (DoubleVector) x.convertShape(VectorOperators.F2D, Lanes.DOUBLES, 1);
      narrow(of(function, low), 0)
          .reinterpretAsInts()
          .or(narrow(of(function, high), -1).reinterpretAsInts())
          .reinterpretAsFloats()
          .intoArray(to.values, to.at + i);
    }
    return i;
  }

  private static FloatVector narrow(DoubleVector value, int part) {
    return (FloatVector) value.convertShape(VectorOperators.D2F, Lanes.FLOATS, part);
  }

  private static DoubleVector of(UnaryFunction function, DoubleVector x) {
    return switch (function) {
      case EXP -> exp(x);
      case LOG -> log(x);
      case TANH -> tanh(x);
      case SIGMOID -> ONE.div(ONE.add(exp(x.neg())));
      case SILU -> x.div(ONE.add(exp(x.neg())));
      case GELU -> x.mul(cumulative(x));
      case RSQRT -> ONE.div(x.lanewise(VectorOperators.SQRT));
      default -> throw new IllegalArgumentException("no vector form of " + function);
    };
  }

  private static DoubleVector exp(DoubleVector x) {
    DoubleVector bounded = x.max(-LARGEST_EXPONENT).min(LARGEST_EXPONENT);
    DoubleVector shifted = bounded.mul(LOG2_E).add(ROUNDER);
    DoubleVector minus = shifted.sub(ROUNDER).neg();
    DoubleVector rest = minus.fma(all(LN2_LOW), minus.fma(all(LN2_HIGH), bounded));
    DoubleVector sum = all(Functions.expTerm(EXP_TERMS - 1));
    for (int i = EXP_TERMS - 2; i >= 0; i--) {
      sum = sum.fma(rest, all(Functions.expTerm(i)));
    }
    LongVector power = shifted.reinterpretAsLongs().sub(ROUNDER_BITS);
    LongVector half = power.lanewise(ASHR, 1);
    return sum.mul(scale(half)).mul(scale(power.sub(half)));
  }

  private static DoubleVector scale(LongVector power) {
    return power.add(BIAS).lanewise(LSHL, FRACTION_BITS).reinterpretAsDoubles();
  }

  private static DoubleVector log(DoubleVector x) {
    LongVector bits = x.reinterpretAsLongs();
    LongVector power = bits.sub(ROOT_HALF).lanewise(ASHR, FRACTION_BITS);
    DoubleVector m = bits.sub(power.lanewise(LSHL, FRACTION_BITS)).reinterpretAsDoubles();
    DoubleVector k = power.add(ROUNDER_BITS).reinterpretAsDoubles().sub(ROUNDER);
    DoubleVector f = m.sub(1).div(m.add(1));
    DoubleVector square = f.mul(f);
    DoubleVector sum = all(1.0 / (2 * LOG_TERMS - 1));
    for (int i = LOG_TERMS - 1; i >= 1; i--) {
      sum = sum.fma(square, all(1.0 / (2 * i - 1)));
    }
    DoubleVector value = k.fma(all(LN2_HIGH), k.fma(all(LN2_LOW), f.mul(2).mul(sum)));
    return value
        .blend(x, x.compare(VectorOperators.EQ, Double.POSITIVE_INFINITY))
        .blend(Double.NaN, x.compare(VectorOperators.GT, 0).not())
        .blend(Double.NEGATIVE_INFINITY, x.compare(VectorOperators.EQ, 0));
  }

  private static DoubleVector tanh(DoubleVector x) {
    DoubleVector size = x.abs();
    DoubleVector square = x.mul(x);
    DoubleVector small = x.mul(square.fma(square.fma(all(2.0 / 15), all(-1.0 / 3)), ONE));
    DoubleVector two = all(2);
    DoubleVector large = ONE.sub(two.div(exp(size.mul(2)).add(1)));
    return large
        .blend(large.neg(), x.compare(VectorOperators.LT, 0))
        .blend(small, size.compare(VectorOperators.LT, SMALL));
  }

  /** As in {@link NormalDistribution}; both forms are computed, and the one that holds is taken. */
  private static DoubleVector cumulative(DoubleVector x) {
    DoubleVector size = x.abs();
    DoubleVector near = density(x).mul(series(x)).add(0.5);
    DoubleVector tail = density(size).div(fraction(size));
    return ONE.sub(tail)
        .blend(tail, x.compare(VectorOperators.LT, 0))
        .blend(near, size.compare(VectorOperators.LT, NormalDistribution.SERIES_LIMIT));
  }

  private static DoubleVector density(DoubleVector x) {
    return exp(x.mul(-0.5).mul(x)).mul(NormalDistribution.DENSITY_AT_ZERO);
  }

  private static DoubleVector series(DoubleVector x) {
    DoubleVector square = x.mul(x);
    DoubleVector term = x;
    DoubleVector sum = x;
    for (int n = 3; n <= NormalDistribution.SERIES_END; n += 2) {
      term = term.mul(square.mul(1.0 / n));
      sum = sum.add(term);
    }
    return sum;
  }

  private static DoubleVector fraction(DoubleVector x) {
    DoubleVector value = x;
    for (int n = NormalDistribution.FRACTION_DEPTH; n >= 1; n--) {
      value = x.add(all(n).div(value));
    }
    return value;
  }

  private static DoubleVector all(double value) {
    return DoubleVector.broadcast(Lanes.DOUBLES, value);
  }
}
