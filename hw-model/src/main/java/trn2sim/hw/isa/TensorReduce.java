package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * Each row of dst takes the elements of a row of src, equally many for each of its own, folded by
 * an operation on the Vector engine.
 *
 * @param negate whether the sign of the result is changed
 */
public record TensorReduce(Access dst, Access src, AluOp op, boolean negate)
    implements Instruction {
  public TensorReduce {
    String name = "tensor_reduce";
    boolean onChip = dst.space() != MemorySpace.HBM && src.space() != MemorySpace.HBM;
    require(onChip, name, "operands must be on chip", dst, src);
    require(dst.rows() == src.rows(), name, "rows must agree", dst, src);
    require(src.elements() % dst.elements() == 0, name, "dst has the wrong size", dst, src);
    boolean folds =
        switch (op) {
          case ADD, SUBTRACT, MULTIPLY, MAXIMUM, MINIMUM, ABS_MAX, ABS_MIN -> true;
          case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> true;
          case BITWISE_AND, BITWISE_OR, BITWISE_XOR -> true;
          default -> false;
        };
    if (!folds) {
      throw new OperandException(name + ": " + op.label() + " folds nothing");
    }
  }

  @Override
  public Engine engine() {
    return Engine.VECTOR;
  }

  @Override
  public String opcode() {
    return "tensor_reduce_" + op.label();
  }

  @Override
  public OpcodeName profiled() {
    return new OpcodeName("TENSOR_REDUCE", op.name());
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
  public TensorReduce with(UnaryOperator<Access> operands) {
    return new TensorReduce(operands.apply(dst), operands.apply(src), op, negate);
  }

  @Override
  public Cost cost(CostModel model) {
    return model.reduce(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.reduce(this);
  }
}
