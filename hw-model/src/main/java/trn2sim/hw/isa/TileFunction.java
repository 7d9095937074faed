package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/** An instruction of the Vector or GpSimd engine, or of a sequencer, on whole tiles. */
public record TileFunction(Engine engine, TileOp op, List<Access> outputs, List<Access> inputs)
    implements Instruction {
  public TileFunction {
    outputs = List.copyOf(outputs);
    inputs = List.copyOf(inputs);
    for (Access operand : all(outputs, inputs)) {
      boolean register = op.law() == TileOp.Law.REGISTER;
      boolean onChip = operand.space() != MemorySpace.HBM;
      require(onChip || register, op.label(), "operands must be on chip", operand);
      boolean reachable = engine != Engine.GPSIMD || operand.space() != MemorySpace.PSUM;
      require(reachable, op.label(), "GpSimd cannot reach PSUM", operand);
    }
  }

  private static List<Access> all(List<Access> some, List<Access> others) {
    List<Access> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  /** The most elements per partition that an operand has. */
  public int elements() {
    return all(outputs, inputs).stream().mapToInt(Access::elements).max().orElse(1);
  }

  @Override
  public String opcode() {
    return op.label();
  }

  @Override
  public List<Access> reads() {
    return Access.withIndexes(inputs, outputs);
  }

  @Override
  public List<Access> writes() {
    return outputs;
  }

  @Override
  public TileFunction with(UnaryOperator<Access> operands) {
    return new TileFunction(
        engine,
        op,
        outputs.stream().map(operands).toList(),
        inputs.stream().map(operands).toList());
  }

  @Override
  public Cost cost(CostModel model) {
    return model.tile(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.tile(this);
  }
}
