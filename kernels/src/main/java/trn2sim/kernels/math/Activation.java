package trn2sim.kernels.math;

import java.util.function.DoubleUnaryOperator;

/**
 * A function of one fp32 value. It is evaluated in double precision, by {@link Functions} or {@link
 * StrictMath}, and rounded once, so every machine gives the same bits.
 *
 * <p>The device evaluates piecewise polynomials whose error is not published; these functions are
 * the values those approximate.
 */
public enum Activation {
  IDENTITY(x -> x),
  SQUARE(x -> x * x),
  SQRT(StrictMath::sqrt),
  RECIPROCAL(x -> 1 / x),
  RSQRT(x -> 1 / StrictMath.sqrt(x)),
  EXP(Functions::exp),
  LOG(Functions::log),
  TANH(Functions::tanh),
  SIGMOID(Functions::sigmoid),
  /** x times its sigmoid. */
  SILU(Functions::silu),
  /** x times the standard normal distribution function, in its exact form (not the tanh one). */
  GELU(x -> x * NormalDistribution.cumulative(x));

  private final DoubleUnaryOperator function;

  Activation(DoubleUnaryOperator function) {
    this.function = function;
  }

  /** The value of the function, rounded to fp32 once. */
  public float apply(float x) {
    return (float) function.applyAsDouble(x);
  }
}
