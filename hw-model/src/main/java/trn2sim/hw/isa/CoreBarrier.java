package trn2sim.hw.isa;

import java.util.List;
import trn2sim.hw.memory.Access;

/** Holds one engine until a semaphore is there; the waits and signals are the script step's. */
public record CoreBarrier(Engine engine) implements Instruction {
  @Override
  public String opcode() {
    return "core_barrier";
  }

  @Override
  public List<Access> reads() {
    return List.of();
  }

  @Override
  public List<Access> writes() {
    return List.of();
  }

  @Override
  public Cost cost(CostModel model) {
    return model.barrier(this);
  }

  @Override
  public void apply(Datapath datapath) {}
}
