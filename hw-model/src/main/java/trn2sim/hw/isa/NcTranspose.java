package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.NkiLimits;

/**
 * dst [F x P] = src [P x F] transposed through the systolic array (data stationary, identity
 * moving), at most 128 x 128, bit-exact, into PSUM in the type of the source.
 */
public record NcTranspose(Access dst, Access src) implements Instruction {
  public NcTranspose {
    String op = "nc_transpose";
    require(dst.space() == MemorySpace.PSUM, op, "dst must be in PSUM", dst);
    require(src.space() == MemorySpace.SBUF, op, "src must be in SBUF", src);
    boolean fits = src.rows() <= NkiLimits.PARTITIONS && src.elements() <= NkiLimits.STATIONARY;
    require(fits, op, "src must be at most 128 x 128", src);
    boolean shaped = dst.rows() == src.elements() && dst.elements() == src.rows();
    require(shaped, op, "dst must be the shape of src transposed", dst, src);
    require(dst.dtype() == src.dtype(), op, "dst must have the type of src", dst, src);
  }

  @Override
  public Engine engine() {
    return Engine.TENSOR;
  }

  @Override
  public String opcode() {
    return "nc_transpose";
  }

  @Override
  public OpcodeName profiled() {
    return new OpcodeName("MATMUL", OpcodeName.TRANSPOSE);
  }

  @Override
  public List<Access> reads() {
    return Access.withIndexes(List.of(src), List.of(dst));
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  @Override
  public NcTranspose with(UnaryOperator<Access> operands) {
    return new NcTranspose(operands.apply(dst), operands.apply(src));
  }

  @Override
  public Cost cost(CostModel model) {
    return model.transpose(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.transpose(this);
  }
}
