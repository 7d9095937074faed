package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * dst = function(src * scale + bias) on the Scalar engine, which may also reduce each row.
 *
 * @param scales a [rows x 1] column to use instead of {@code scale}
 * @param bias a [rows x 1] column to use instead of {@code shift}
 * @param shift the same bias for all
 * @param rows what becomes of each row of dst beside
 */
public record Activation(
    Access dst,
    Access src,
    Function function,
    float scale,
    Optional<Access> scales,
    Optional<Access> bias,
    float shift,
    Optional<Rows> rows)
    implements Instruction {
  /**
   * A [rows x 1] column that takes each row reduced.
   *
   * @param before what a reduction begins with that goes on
   */
  public record Rows(Access into, TileOp.Fold fold, Access before) {}

  /** With one scale for all, and nothing added up. */
  public Activation(Access dst, Access src, Function function, float scale, Optional<Access> bias) {
    this(dst, src, function, scale, Optional.empty(), bias, 0, Optional.empty());
  }

  /** The functions; those of curves need a table that holds them. */
  public enum Function {
    IDENTITY,
    EXP,
    SQUARE,
    SQRT,
    RSQRT,
    LOG,
    SIGMOID,
    SILU,
    TANH,
    GELU,
    RELU,
    GELU_APPRX_TANH,
    SOFTPLUS,
    MISH,
    ERF,
    SIN,
    ARCTAN,
    SIGN,
    COS,
    TAN,
    LOG1P,
    ABS,
    RECIPROCAL,
    GELU_DX,
    GELU_APPRX_SIGMOID,
    GELU_APPRX_SIGMOID_DX,
    SILU_DX,
    ERF_DX,
    LEAKY_RELU,
    PRELU,
    IS_FINITE;

    /** The spelling in scenario files. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The function spelt {@code label}. */
    public static Optional<Function> of(String label) {
      return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst();
    }
  }

  public Activation {
    String op = "activation";
    boolean onChip = dst.space() != MemorySpace.HBM && src.space() != MemorySpace.HBM;
    require(onChip, op, "operands must be on chip", dst, src);
    boolean same = dst.rows() == src.rows() && dst.elements() == src.elements();
    require(same, op, "dst must have the shape of src", dst, src);
    requireColumn(op, "scale", scales, src);
    requireColumn(op, "bias", bias, src);
    requireColumn(op, "reduce_res", rows.map(Rows::into), src);
  }

  private static void requireColumn(String op, String name, Optional<Access> given, Access src) {
    if (given.isPresent()) {
      boolean column = given.get().rows() == src.rows() && given.get().elements() == 1;
      require(column, op, name + " must be one element per row", given.get());
      require(given.get().space() != MemorySpace.HBM, op, name + " must be on chip", given.get());
    }
  }

  /** Whether an operand has one number for each row. */
  public boolean hasColumn() {
    return scales.isPresent() || bias.isPresent();
  }

  @Override
  public Engine engine() {
    return Engine.SCALAR;
  }

  @Override
  public String opcode() {
    return "activation_" + function.label();
  }

  @Override
  public OpcodeName profiled() {
    return new OpcodeName(OpcodeName.ACTIVATE, function.name());
  }

  @Override
  public List<Access> reads() {
    List<Access> reads = new ArrayList<>(3);
    reads.add(src);
    scales.ifPresent(reads::add);
    bias.ifPresent(reads::add);
    rows.filter(reduced -> reduced.fold.goesOn()).ifPresent(reduced -> reads.add(reduced.before));
    return Access.withIndexes(reads, List.of(dst));
  }

  @Override
  public List<Access> writes() {
    return rows.map(reduced -> List.of(dst, reduced.into)).orElse(List.of(dst));
  }

  @Override
  public Activation with(UnaryOperator<Access> operands) {
    return new Activation(
        operands.apply(dst),
        operands.apply(src),
        function,
        scale,
        scales.map(operands),
        bias.map(operands),
        shift,
        rows.map(
            reduced ->
                new Rows(
                    operands.apply(reduced.into), reduced.fold, operands.apply(reduced.before))));
  }

  @Override
  public Cost cost(CostModel model) {
    return model.activation(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.activation(this);
  }
}
