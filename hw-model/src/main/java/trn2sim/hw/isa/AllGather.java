package trn2sim.hw.isa;

import static trn2sim.hw.isa.OperandException.require;

import java.util.List;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;

/**
 * Every rank of a group ends with the src of all, side by side in dst: stacked by rows in HBM, by
 * columns in SBUF.
 */
public record AllGather(Access dst, Access src, int groupSize) implements Instruction {
  public AllGather {
    String op = "all_gather";
    require(dst.space() != MemorySpace.PSUM, op, "PSUM cannot take part", dst);
    require(dst.space() == src.space(), op, "both sides must be in one memory", dst, src);
    require(dst.dtype() == src.dtype(), op, "both sides must have one type", dst, src);
    boolean byRows = dst.rows() == src.rows() * groupSize && dst.elements() == src.elements();
    boolean byCols = dst.rows() == src.rows() && dst.elements() == src.elements() * groupSize;
    require(byRows || byCols, op, "dst must hold the src of every rank", dst, src);
  }

  /** Where the part of the group's {@code member}-th rank goes. */
  public Access slot(int member) {
    boolean byRows = dst.rows() != src.rows();
    return byRows
        ? dst.buffer().slice(dst.row() + member * src.rows(), src.rows(), dst.col(), src.elements())
        : dst.buffer()
            .slice(dst.row(), dst.rows(), dst.col() + member * src.elements(), src.elements());
  }

  /** What one of several channels carries of each part; they differ by a byte at most. */
  public long shareBytes(int channel, int channels) {
    long bytes = src.bytes();
    return bytes * (channel + 1) / channels - bytes * channel / channels;
  }

  @Override
  public Engine engine() {
    return Engine.SYNC;
  }

  @Override
  public String opcode() {
    return "all_gather";
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
    return model.allGather(this);
  }

  @Override
  public boolean isCollective() {
    return true;
  }

  /** The data moves with the deliveries, not with the instruction. */
  @Override
  public void apply(Datapath datapath) {}
}
