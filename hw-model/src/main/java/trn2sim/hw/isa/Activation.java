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
 * dst = function(src * scale + bias) on the Scalar engine.
 *
 * @param bias a [rows x 1] column, or absent for zero
 */
public record Activation(
    Access dst, Access src, Function function, float scale, Optional<Access> bias)
    implements Instruction {

  /** The functions; the first use of each loads its table. */
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
    GELU;

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
    if (bias.isPresent()) {
      boolean column = bias.get().rows() == src.rows() && bias.get().elements() == 1;
      require(column, op, "bias must be one element per row", bias.get());
      require(bias.get().space() != MemorySpace.HBM, op, "bias must be on chip", bias.get());
    }
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
  public List<Access> reads() {
    List<Access> reads = new ArrayList<>(2);
    reads.add(src);
    bias.ifPresent(reads::add);
    return reads;
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  @Override
  public Activation with(UnaryOperator<Access> operands) {
    return new Activation(
        operands.apply(dst), operands.apply(src), function, scale, bias.map(operands));
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
