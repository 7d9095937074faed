package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
    require(
        dst.space() != MemorySpace.HBM && src.space() != MemorySpace.HBM,
        op,
        "operands must be on chip",
        src);
    require(dst.rows() == src.rows(), op, "rows must agree", dst);
    require(dst.elements() == src.elements(), op, "dst must have the shape of src", dst);
    require(
        bias.stream().allMatch(b -> b.rows() == src.rows() && b.elements() == 1),
        op,
        "bias must be one element per row",
        bias);
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
  public Cost cost(CostModel model) {
    return model.activation(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.activation(this);
  }
}
