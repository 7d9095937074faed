package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * Every rank of a group sends a part of its src to each: part j of rank i's src becomes part i of
 * rank j's dst. Parts are stacked by rows, in HBM.
 */
public record AllToAll(Access dst, Access src, Peers peers) implements GroupCollective {
  public AllToAll {
    String op = "all_to_all";
    boolean hbm = dst.space() == MemorySpace.HBM && src.space() == MemorySpace.HBM;
    require(hbm, op, "both sides must be in HBM", dst, src);
    require(dst.dtype() == src.dtype(), op, "both sides must have one type", dst, src);
    boolean same = dst.rows() == src.rows() && dst.elements() == src.elements();
    require(same, op, "both sides must have one shape", dst, src);
    require(src.rows() % peers.count() == 0, op, "rows must be equal parts for the ranks", src);
  }

  /** Of a group of the run's own. */
  public AllToAll(Access dst, Access src, int groupSize) {
    this(dst, src, Peers.of(groupSize));
  }

  /** The part of src for the group's {@code member}-th rank. */
  public Access sent(int member) {
    return GroupCollective.slot(src, true, groupSize(), member);
  }

  /** Where the part from the group's {@code member}-th rank goes. */
  public Access slot(int member) {
    return GroupCollective.slot(dst, true, groupSize(), member);
  }

  @Override
  public String opcode() {
    return "all_to_all";
  }

  @Override
  public AllToAll with(UnaryOperator<Access> operands) {
    return new AllToAll(operands.apply(dst), operands.apply(src), peers);
  }
}
