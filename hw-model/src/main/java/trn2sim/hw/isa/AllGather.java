package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * Every rank of a group ends with the src of all, side by side in dst: stacked by rows in HBM, by
 * columns in SBUF.
 */
public record AllGather(Access dst, Access src, Peers peers) implements GroupCollective {
  public AllGather {
    String op = "all_gather";
    require(dst.space() != MemorySpace.PSUM, op, "PSUM cannot take part", dst);
    require(dst.space() == src.space(), op, "both sides must be in one memory", dst, src);
    require(dst.dtype() == src.dtype(), op, "both sides must have one type", dst, src);
    int groupSize = peers.count();
    boolean byRows = dst.rows() == src.rows() * groupSize && dst.elements() == src.elements();
    boolean byCols = dst.rows() == src.rows() && dst.elements() == src.elements() * groupSize;
    require(byRows || byCols, op, "dst must hold the src of every rank", dst, src);
  }

  /** Of a group of the run's own. */
  public AllGather(Access dst, Access src, int groupSize) {
    this(dst, src, Peers.of(groupSize));
  }

  /** Where the part of the group's {@code member}-th rank goes. */
  public Access slot(int member) {
    return GroupCollective.slot(dst, dst.rows() != src.rows(), groupSize(), member);
  }

  @Override
  public String opcode() {
    return "all_gather";
  }

  @Override
  public AllGather with(UnaryOperator<Access> operands) {
    return new AllGather(operands.apply(dst), operands.apply(src), peers);
  }
}
