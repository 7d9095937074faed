package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.List;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * One step of a ring on one channel (collective_permute_implicit): src goes to the successor's dst,
 * while dst receives the predecessor's src. It starts when src is ready and the successor's dst is
 * free, and is done when both directions are.
 */
public record CollectivePermute(Access dst, Access src, int channel) implements Instruction {
  public CollectivePermute {
    String op = "collective_permute_implicit";
    require(dst.space() != MemorySpace.PSUM, op, "PSUM cannot take part", dst);
    require(dst.space() == src.space(), op, "both sides must be in one memory", dst, src);
    require(dst.bytes() == src.bytes(), op, "both sides must have one size", dst, src);
  }

  @Override
  public Engine engine() {
    return Engine.SYNC;
  }

  @Override
  public String opcode() {
    return "collective_permute_implicit";
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
  public Cost cost(CostModel model) {
    return model.permute(this);
  }

  /** The data moves with the deliveries, not with the instruction. */
  @Override
  public void apply(Datapath datapath) {}
}
