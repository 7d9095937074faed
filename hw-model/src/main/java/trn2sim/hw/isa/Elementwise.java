package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    Engine engine, Op op, Access dst, Optional<Access> src, Optional<Access> other, float immediate)
    implements Instruction {

  public Elementwise {
    String name = op.label();
    for (Access access : all(dst, src, other)) {
      require(access.space() != MemorySpace.HBM, name, "operands must be on chip", access);
      require(
          engine != Engine.GPSIMD || access.space() == MemorySpace.SBUF,
          name,
          "GpSimd cannot reach PSUM",
          access);
    }
    require(op.runsOn(engine), name, "not an instruction of this engine", engine.label());
    require(src.isPresent() == op.takesSource(), name, "wrong number of tensors", src);
    int rows = dst.rows();
    require(src.stream().allMatch(s -> s.rows() == rows), name, "rows must agree", src);
    int in = src.map(Access::elements).orElse(dst.elements());
    int out = op.reduces() ? 1 : in;
    require(dst.elements() == out, name, "dst must have " + out + " elements per row", dst);
    if (op.takesTensor()) {
      boolean same =
          other.isPresent() && other.get().elements() == in && other.get().rows() == rows;
      require(same, name, "second tensor must have the shape of the first", other);
    }
  }

  private static List<Access> all(Access dst, Optional<Access> src, Optional<Access> other) {
    List<Access> all = new ArrayList<>(3);
    all.add(dst);
    src.ifPresent(all::add);
    other.ifPresent(all::add);
    return all;
  }

  @Override
  public String opcode() {
    return op.label();
  }

  @Override
  public List<Access> reads() {
    List<Access> reads = new ArrayList<>(2);
    src.ifPresent(reads::add);
    other.ifPresent(reads::add);
    return reads;
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
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
