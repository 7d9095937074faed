package trn2sim.hw.isa;

import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;

/** dst = max(src, 0). */
public record Rectify(Access dst, Access src) implements Instruction {
  @Override
  public Engine engine() {
    return Engine.VECTOR;
  }

  @Override
  public String opcode() {
    return "rectify";
  }

  @Override
  public List<Access> reads() {
    return List.of(src);
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  @Override
  public Rectify with(UnaryOperator<Access> operands) {
    return new Rectify(operands.apply(dst), operands.apply(src));
  }

  @Override
  public Cost cost(CostModel model) {
    return model.rectify(this);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.rectify(this);
  }
}
