package trn2sim.kernels.functional;

import java.util.List;
import java.util.Optional;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.Alu;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Tile;

/**
 * The elements of an {@link Arithmetic}.
 *
 * @param others the operands of the terms that are in memory
 */
record ArithmeticValues(Arithmetic instruction, Tile src, List<Optional<Tile>> others) {
  void into(Tile dst, Rounding rounding) {
    List<Arithmetic.Term> terms = instruction.terms();
    Alu.Kind kind = kind(instruction);
    boolean bits = kind.keepsBits(terms.get(terms.size() - 1).op());
    for (int row = 0; row < dst.rows(); row++) {
      for (int col = 0; col < dst.cols(); col++) {
        double value = src.exact(row, col);
        for (int t = 0; t < terms.size(); t++) {
          value = term(terms.get(t), value, others.get(t), kind, row, col);
        }
        if (bits) {
          dst.data().setBits(dst.index(row, col), (int) (long) value);
        } else {
          dst.setExact(row, col, value, rounding);
        }
      }
    }
  }

  /** Numbers are fp32 whatever their type, unless GpSimd is given nothing but 32-bit integers. */
  private static Alu.Kind kind(Arithmetic i) {
    boolean whole = i.src().dtype().isInteger() && i.dst().dtype().isInteger();
    if (whole && i.terms().get(0).op().onBits()) {
      return Alu.Kind.BITS;
    }
    boolean words =
        isWord(i.src()) && isWord(i.dst()) && i.tensor().filter(t -> isWord(t)).isPresent();
    boolean exact = words && i.terms().size() == 1 && i.engine() == Engine.GPSIMD;
    return exact ? Alu.Kind.WORD : Alu.Kind.FLOAT;
  }

  private static boolean isWord(Access access) {
    return access.dtype() == DType.INT32 || access.dtype() == DType.UINT32;
  }

  private double term(
      Arithmetic.Term term, double value, Optional<Tile> tile, Alu.Kind kind, int row, int col) {
    double other =
        term.operand() instanceof Arithmetic.Immediate immediate
            ? immediate.value()
            : tile.orElseThrow().exact(row, tile.get().cols() == 1 ? 0 : col);
    double left = term.reversed() ? other : value;
    double right = term.reversed() ? value : other;
    boolean zeros = term.op() == AluOp.RIGHT_SHIFT || term.op() == AluOp.LOGICAL_SHIFT_RIGHT;
    return kind.apply(term.op(), kind == Alu.Kind.BITS && zeros ? unsigned(left) : left, right);
  }

  /** Without a sign: a shift to the right brings zeros into the highest bits of the type. */
  private double unsigned(double value) {
    return (long) value & ((1L << Byte.SIZE * src.data().type().bytes()) - 1);
  }
}
