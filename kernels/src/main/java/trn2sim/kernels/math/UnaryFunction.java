package trn2sim.kernels.math;

import java.util.function.DoubleUnaryOperator;

/**
 * A function of one fp32 value. It is evaluated in double precision, by {@link Functions} or {@link
 * StrictMath}, and rounded once, so every machine gives the same bits.
 *
 * <p>The device evaluates piecewise polynomials whose error is not published; these functions are
 * the values those approximate.
 */
public enum UnaryFunction {
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
  GELU(x -> x * NormalDistribution.cumulative(x)),
  RELU(x -> Math.max(x, 0)),
  /** The tanh form of {@link #GELU}. */
  GELU_APPRX_TANH(UnaryFunction::geluTanh),
  SOFTPLUS(UnaryFunction::softplus),
  /** x times the tanh of its softplus. */
  MISH(x -> x * Functions.tanh(softplus(x))),
  ERF(x -> 2 * NormalDistribution.cumulative(x * StrictMath.sqrt(2)) - 1),
  SIN(StrictMath::sin),
  ARCTAN(StrictMath::atan),
  SIGN(Math::signum),
  COS(StrictMath::cos),
  TAN(StrictMath::tan),
  LOG1P(StrictMath::log1p),
  ABS(Math::abs),
  GELU_DX(x -> NormalDistribution.cumulative(x) + x * density(x)),
  GELU_APPRX_SIGMOID(UnaryFunction::geluSigmoid),
  GELU_APPRX_SIGMOID_DX(UnaryFunction::geluSigmoidSlope),
  SILU_DX(x -> Functions.sigmoid(x) * (1 + x * (1 - Functions.sigmoid(x)))),
  ERF_DX(x -> 2 / StrictMath.sqrt(Math.PI) * Functions.exp(-x * x)),
  /** With the usual slope of 0.01 below zero. */
  LEAKY_RELU(UnaryFunction::leaky),
  PRELU(UnaryFunction::leaky),
  IS_FINITE(x -> Double.isFinite(x) ? 1 : 0);

  private static final double GELU_CUBE = 0.044715;

  /** Of the sigmoid form of gelu. */
  private static final double GELU_SLOPE = 1.702;

  private static final double LEAK = 0.01;

  private final DoubleUnaryOperator function;

  UnaryFunction(DoubleUnaryOperator function) {
    this.function = function;
  }

  private static double geluTanh(double x) {
    double inner = StrictMath.sqrt(2 / Math.PI) * (x + GELU_CUBE * x * x * x);
    return 0.5 * x * (1 + Functions.tanh(inner));
  }

  private static double geluSigmoid(double x) {
    return x * Functions.sigmoid(GELU_SLOPE * x);
  }

  private static double leaky(double x) {
    return x < 0 ? LEAK * x : x;
  }

  private static double geluSigmoidSlope(double x) {
    double s = Functions.sigmoid(GELU_SLOPE * x);
    return s + GELU_SLOPE * x * s * (1 - s);
  }

  /** Of the standard normal distribution. */
  private static double density(double x) {
    return Functions.exp(-x * x / 2) / StrictMath.sqrt(2 * Math.PI);
  }

  /** log(1 + e^x) without overflow, and without losing what is much smaller than one. */
  private static double softplus(double x) {
    return Math.max(x, 0) + StrictMath.log1p(Functions.exp(-Math.abs(x)));
  }

  /** The value of the function, rounded to fp32 once. */
  public float apply(float x) {
    return (float) function.applyAsDouble(x);
  }
}
