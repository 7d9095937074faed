package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * One step of a ring on one channel: src goes to the successor's dst, while dst receives the
 * predecessor's src. It starts when src is ready and the successor's dst is free, and is done when
 * both directions are. Channels that one call covers start together. Between the two cores of a
 * rank it is called sendrecv, and is for SBUF.
 *
 * @param alongside the sources of the other channels of the call
 */
public record CollectivePermute(
    Access dst, Access src, int channel, Partners partners, List<Access> alongside)
    implements Instruction {
  public CollectivePermute {
    alongside = List.copyOf(alongside);
    String op = partners.opcode();
    require(dst.space() != MemorySpace.PSUM, op, "PSUM cannot take part", dst);
    require(dst.space() == src.space(), op, "both sides must be in one memory", dst, src);
    require(dst.bytes() == src.bytes(), op, "both sides must have one size", dst, src);
    boolean sbuf = dst.space() == MemorySpace.SBUF;
    require(
        sbuf || !(partners instanceof Partners.OtherCore), op, "both sides must be in SBUF", dst);
    boolean hbm = dst.space() == MemorySpace.HBM;
    require(hbm || !(partners instanceof Partners.Pairs), op, "both sides must be in HBM", dst);
  }

  @Override
  public Engine engine() {
    return Engine.SYNC;
  }

  @Override
  public String opcode() {
    return partners.opcode();
  }

  @Override
  public List<Access> reads() {
    if (alongside.isEmpty()) {
      return List.of(src);
    }
    List<Access> reads = new ArrayList<>(List.of(src));
    reads.addAll(alongside);
    return reads;
  }

  @Override
  public List<Access> writes() {
    return List.of(dst);
  }

  /** Its own channel's part of the call. */
  @Override
  public String describe() {
    return opcode() + " " + dst + " <- " + src;
  }

  @Override
  public Cost cost(CostModel model) {
    return model.permute(this);
  }

  @Override
  public boolean isCollective() {
    return true;
  }

  /** The data moves with the deliveries, not with the instruction. */
  @Override
  public void apply(Datapath datapath) {}
}
