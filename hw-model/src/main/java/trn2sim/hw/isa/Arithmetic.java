package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * dst = (src op0 x) op1 y on the Vector or GpSimd engine, in fp32, rounded once on write: NKI's
 * tensor_tensor, tensor_scalar and scalar_tensor_tensor.
 *
 * @param form NKI's name of the instruction
 * @param terms the operations, one or two, which together take the time of one
 */
public record Arithmetic(Engine engine, String form, Access dst, Access src, List<Term> terms)
    implements Instruction {

  /**
   * One operation.
   *
   * @param reversed whether the operand stands on the left
   */
  public record Term(AluOp op, Operand operand, boolean reversed) {}

  /** The other side of an operation. */
  public sealed interface Operand {
    /** Where it is in memory, if it is. */
    default Optional<Access> access() {
      return Optional.empty();
    }
  }

  /** The same number for all elements; whole ones of 32 bits are exact. */
  public record Immediate(double value) implements Operand {}

  /** One number for each row. */
  public record Column(Access values) implements Operand {
    @Override
    public Optional<Access> access() {
      return Optional.of(values);
    }
  }

  /** One number for each element. */
  public record Elements(Access values) implements Operand {
    @Override
    public Optional<Access> access() {
      return Optional.of(values);
    }
  }

  public Arithmetic {
    terms = List.copyOf(terms);
    boolean offered = engine == Engine.VECTOR || engine == Engine.GPSIMD;
    if (!offered || terms.isEmpty() || terms.size() > 2) {
      throw new OperandException(
          form + " of " + labels(terms, ", ") + ": not an instruction of " + engine.label());
    }
    require(dst.rows() == src.rows(), form, "rows must agree", dst, src);
    require(dst.elements() == src.elements(), form, "dst has the wrong size", dst, src);
    checkPlace(form, engine, dst);
    checkPlace(form, engine, src);
    for (Term term : terms) {
      Optional<Access> other = term.operand.access();
      if (other.isPresent()) {
        checkPlace(form, engine, other.get());
        int expected = term.operand instanceof Column ? 1 : src.elements();
        boolean fits = other.get().rows() == src.rows() && other.get().elements() == expected;
        require(fits, form, "operand has the wrong size", other.get(), src);
      }
    }
  }

  private static void checkPlace(String form, Engine engine, Access access) {
    require(access.space() != MemorySpace.HBM, form, "operands must be on chip", access);
    boolean reachable = engine != Engine.GPSIMD || access.space() == MemorySpace.SBUF;
    require(reachable, form, "GpSimd cannot reach PSUM", access);
  }

  /** The operand that has one number for each element, if there is one. */
  public Optional<Access> tensor() {
    return terms.stream()
        .map(Term::operand)
        .filter(Elements.class::isInstance)
        .findFirst()
        .flatMap(Operand::access);
  }

  /** Whether an operand has one number for each row. */
  public boolean hasColumn() {
    return terms.stream().anyMatch(term -> term.operand instanceof Column);
  }

  @Override
  public String opcode() {
    return form + "_" + labels(terms, "_");
  }

  private static String labels(List<Term> terms, String between) {
    return terms.stream().map(term -> term.op.label()).collect(Collectors.joining(between));
  }

  @Override
  public OpcodeName profiled() {
    return OpcodeName.of(opcode(), form.length());
  }

  @Override
  public List<Access> reads() {
    List<Access> reads = new ArrayList<>(List.of(src));
    terms.forEach(term -> term.operand.access().ifPresent(reads::add));
    return Access.withIndexes(reads, List.of(dst));
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  @Override
  public Arithmetic with(UnaryOperator<Access> operands) {
    List<Term> moved =
        terms.stream()
            .map(term -> new Term(term.op, moved(term.operand, operands), term.reversed))
            .toList();
    return new Arithmetic(engine, form, operands.apply(dst), operands.apply(src), moved);
  }

  private static Operand moved(Operand operand, UnaryOperator<Access> where) {
    if (operand instanceof Column column) {
      return new Column(where.apply(column.values));
    }
    return operand instanceof Elements tensor ? new Elements(where.apply(tensor.values)) : operand;
  }

  @Override
  public Cost cost(CostModel model) {
    return model.arithmetic(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.arithmetic(this);
  }
}
