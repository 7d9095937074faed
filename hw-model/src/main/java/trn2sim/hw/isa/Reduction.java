package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * The src of all ranks of a group combined element by element: every rank gets all of the result
 * (all_reduce), or the part that is its own (reduce_scatter). Values are combined in fp32 in the
 * order of the group's members, and rounded once; the order on the device is not published.
 *
 * @param scatters whether a rank gets its own part only: of the rows, or else of the columns
 */
public record Reduction(Access dst, Access src, Peers peers, AluOp op, boolean scatters)
    implements GroupCollective {
  private static final Set<AluOp> OPS = EnumSet.of(AluOp.ADD, AluOp.MAXIMUM, AluOp.MINIMUM);

  public Reduction {
    String name = opcode(scatters);
    require(dst.space() != MemorySpace.PSUM, name, "PSUM cannot take part", dst);
    require(dst.space() == src.space(), name, "both sides must be in one memory", dst, src);
    require(dst.dtype() == src.dtype(), name, "both sides must have one type", dst, src);
    require(OPS.contains(op), name, "it adds, or takes the maximum or minimum, not " + op, src);
    int parts = scatters ? peers.count() : 1;
    boolean byRows = src.rows() == dst.rows() * parts && src.elements() == dst.elements();
    boolean byCols = src.rows() == dst.rows() && src.elements() == dst.elements() * parts;
    require(byRows || byCols, name, "dst must hold a rank's part of src", dst, src);
  }

  /** Of a group of the run's own. */
  public Reduction(Access dst, Access src, int groupSize, AluOp op, boolean scatters) {
    this(dst, src, Peers.of(groupSize), op, scatters);
  }

  /** What the group's {@code member}-th rank gets, as a part of src. */
  public Access part(int member) {
    return scatters
        ? GroupCollective.slot(src, dst.rows() != src.rows(), groupSize(), member)
        : src;
  }

  @Override
  public String opcode() {
    return opcode(scatters);
  }

  private static String opcode(boolean scatters) {
    return scatters ? "reduce_scatter" : "all_reduce";
  }

  @Override
  public Reduction with(UnaryOperator<Access> operands) {
    return new Reduction(operands.apply(dst), operands.apply(src), peers, op, scatters);
  }
}
