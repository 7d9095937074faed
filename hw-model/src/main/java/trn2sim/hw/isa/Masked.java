package trn2sim.hw.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import trn2sim.hw.memory.Access;

/**
 * An instruction of NKI's older dialect with a mask that is no box: it takes the time of the whole,
 * and elements of its first output for which a condition fails keep their value.
 */
public record Masked(Instruction whole, List<Affine.Condition> conditions) implements Instruction {
  public Masked {
    conditions = List.copyOf(conditions);
  }

  @Override
  public Engine engine() {
    return whole.engine();
  }

  @Override
  public String opcode() {
    return whole.opcode();
  }

  @Override
  public OpcodeName profiled() {
    return whole.profiled();
  }

  @Override
  public List<Access> reads() {
    List<Access> reads = new ArrayList<>(whole.reads());
    reads.add(whole.writes().get(0));
    return reads;
  }

  @Override
  public List<Access> writes() {
    return whole.writes();
  }

  @Override
  public Masked with(UnaryOperator<Access> operands) {
    return new Masked(whole.with(operands), conditions);
  }

  @Override
  public Cost cost(CostModel model) {
    return whole.cost(model);
  }

  @Override
  public void apply(Datapath datapath) {
    datapath.masked(this);
  }
}
