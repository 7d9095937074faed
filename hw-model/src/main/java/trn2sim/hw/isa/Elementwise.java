package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * An operation of the Vector, Scalar or GpSimd engine on whole tiles, in fp32, rounded on write.
 *
 * @param src first operand, absent for memset
 * @param other second tensor, or a [rows x 1] column of scalars
 * @param immediate scalar operand where the operation takes one and {@code other} is absent
 */
public record Elementwise(
    Engine engine,
    Op op,
    Access dst,
    Optional<Access> src,
    Optional<Access> other,
    double immediate)
    implements Instruction {

  public Elementwise {
    String name = op.label();
    checkPlace(name, engine, dst);
    if (src.isPresent()) {
      checkPlace(name, engine, src.get());
      require(src.get().rows() == dst.rows(), name, "rows must agree", dst, src.get());
    }
    if (other.isPresent()) {
      checkPlace(name, engine, other.get());
    }
    if (!op.runsOn(engine)) {
      throw new OperandException(name + ": not an instruction of " + engine.label());
    }
    require(src.isPresent() == op.takesSource(), name, "wrong number of tensors", dst);
    int in = src.isPresent() ? src.get().elements() : dst.elements();
    require(dst.elements() == (op.reduces() ? 1 : in), name, "dst has the wrong size", dst);
    if (op.takesTensor()) {
      require(other.isPresent(), name, "second tensor is missing", dst);
      boolean same = other.get().elements() == in && other.get().rows() == dst.rows();
      require(same, name, "tensors must have one shape", src.get(), other.get());
    } else if (other.isPresent()) {
      require(op.takesScalar(), name, "takes no second operand", other.get());
      boolean column = other.get().elements() == 1 && other.get().rows() == dst.rows();
      require(column, name, "scalars must be one per row", other.get());
    }
  }

  /** The same operation on another engine. */
  public Elementwise on(Engine other) {
    return other == engine ? this : new Elementwise(other, op, dst, src, this.other, immediate);
  }

  /** Whether it takes as long as the other one. */
  public boolean isLike(Elementwise than) {
    return engine == than.engine
        && op == than.op
        && (op != Op.MEMSET || (immediate == 0) == (than.immediate == 0))
        && dst.isLike(than.dst)
        && isLike(src, than.src)
        && isLike(other, than.other);
  }

  private static boolean isLike(Optional<Access> one, Optional<Access> other) {
    return one.isPresent() == other.isPresent() && (one.isEmpty() || one.get().isLike(other.get()));
  }

  private static void checkPlace(String name, Engine engine, Access access) {
    require(access.space() != MemorySpace.HBM, name, "operands must be on chip", access);
    boolean reachable = engine != Engine.GPSIMD || access.space() == MemorySpace.SBUF;
    require(reachable, name, "GpSimd cannot reach PSUM", access);
  }

  @Override
  public String opcode() {
    return op.label();
  }

  @Override
  public OpcodeName profiled() {
    if (op == Op.TENSOR_COPY) {
      return OpcodeName.of(src.get().dtype() != dst.dtype() ? "CAST" : "COPY");
    }
    boolean single = op == Op.MEMSET || op == Op.RECIPROCAL || op == Op.TENSOR_TENSOR_SCAN;
    return single ? OpcodeName.of(op.name()) : OpcodeName.of(op.name(), op.name().lastIndexOf('_'));
  }

  @Override
  public List<Access> reads() {
    List<Access> reads = new ArrayList<>(2);
    src.ifPresent(reads::add);
    other.ifPresent(reads::add);
    return Access.withIndexes(reads, List.of(dst));
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  @Override
  public Elementwise with(UnaryOperator<Access> operands) {
    return new Elementwise(
        engine, op, operands.apply(dst), src.map(operands), other.map(operands), immediate);
  }

  @Override
  public Cost cost(CostModel model) {
    return model.elementwise(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.elementwise(this);
  }
}
