package trn2sim.hw.cost;

import trn2sim.hw.isa.Activation;

/**
 * Which tables of the Scalar engine hold a function. It has one table at a time, and each holds a
 * few functions of curves beside those that need none. After {@code
 * neuronxcc/pwp/pwp_bin_trainium/act_info.json} of neuronx-cc 2.24.5133, as public notes on that
 * package list it.
 */
final class FunctionTables {
  /** What every table holds: cut, straight and squared lines. */
  static final int EVERY = -1;

  private enum Table {
    EXP,
    SOFTPLUS,
    SIGMOID,
    SQRT,
    LOG,
    LOG_AND_EXP,
    TANH_DX,
    TRIGONOMETRY,
    GELU,
    GELU_APPRX_TANH,
    GELU_APPRX_SIGMOID,
    RECIPROCAL,
    RSQRT,
    MISH,
    ERF_DX,
    SILU,
    SILU_DX,
    GELU_APPRX_SIGMOID_DX;

    private int and(Table... others) {
      int bits = 1 << ordinal();
      for (Table other : others) {
        bits |= 1 << other.ordinal();
      }
      return bits;
    }
  }

  private FunctionTables() {}

  /** The tables that hold {@code function}, a bit each. */
  static int holding(Activation.Function function) {
    return switch (function) {
      case IDENTITY, SQUARE, RELU, SIGN, ABS, LEAKY_RELU, PRELU, IS_FINITE -> EVERY;
      case EXP -> Table.EXP.and(Table.LOG_AND_EXP);
      case LOG, LOG1P -> Table.LOG.and(Table.LOG_AND_EXP);
      case TANH ->
          Table.EXP.and(
              Table.SIGMOID,
              Table.TANH_DX,
              Table.GELU,
              Table.GELU_APPRX_TANH,
              Table.GELU_APPRX_SIGMOID,
              Table.SILU,
              Table.SILU_DX,
              Table.GELU_APPRX_SIGMOID_DX);
      case SIN, COS, TAN -> Table.TRIGONOMETRY.and(Table.SILU, Table.SILU_DX);
      case ARCTAN -> Table.SIGMOID.and(Table.TRIGONOMETRY);
      case SIGMOID, ERF -> Table.SIGMOID.and();
      case GELU, GELU_DX -> Table.GELU.and();
      case SQRT -> Table.SQRT.and();
      case RSQRT -> Table.RSQRT.and();
      case SILU -> Table.SILU.and();
      case SILU_DX -> Table.SILU_DX.and();
      case GELU_APPRX_TANH -> Table.GELU_APPRX_TANH.and();
      case GELU_APPRX_SIGMOID -> Table.GELU_APPRX_SIGMOID.and();
      case GELU_APPRX_SIGMOID_DX -> Table.GELU_APPRX_SIGMOID_DX.and();
      case SOFTPLUS -> Table.SOFTPLUS.and();
      case MISH -> Table.MISH.and();
      case RECIPROCAL -> Table.RECIPROCAL.and();
      case ERF_DX -> Table.ERF_DX.and();
    };
  }
}
