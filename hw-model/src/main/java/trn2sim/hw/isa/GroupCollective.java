package trn2sim.hw.isa;

import java.util.List;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Pattern;

/**
 * An operation of all ranks of a group. What it moves has a part for each rank: gathered, scattered
 * or exchanged.
 */
public sealed interface GroupCollective extends Instruction permits AllGather, AllToAll, Reduction {
  Access dst();

  Access src();

  Peers peers();

  /** How many ranks take part. */
  default int groupSize() {
    return peers().count();
  }

  /** What one of several channels carries of a member's part; they differ by a byte at most. */
  default long shareBytes(int member, int channel, int channels) {
    long part = split(Math.max(dst().bytes(), src().bytes()), member, groupSize());
    return split(part, channel, channels);
  }

  private static long split(long bytes, int index, int pieces) {
    return bytes * (index + 1) / pieces - bytes * index / pieces;
  }

  /** Where a member's part is in an operand that has all of them. */
  static Access slot(Access whole, boolean byRows, int members, int member) {
    if (byRows) {
      int rows = whole.rows() / members;
      return part(whole, (long) member * rows * whole.pitch(), rows, whole.pattern());
    }
    OperandException.require(
        whole.pattern().run() == whole.elements(),
        "collective",
        "rows must be in one piece",
        whole);
    int cols = whole.elements() / members;
    Pattern part = new Pattern(List.of(new Pattern.Dim(1, cols)));
    return part(whole, (long) member * cols, whole.rows(), part);
  }

  private static Access part(Access whole, long further, int rows, Pattern pattern) {
    int cols = whole.buffer().cols();
    long first = (long) whole.row() * cols + whole.col() + further;
    return new Access(
        whole.buffer(),
        Math.toIntExact(first / cols),
        rows,
        (int) (first % cols),
        pattern,
        whole.pitch(),
        whole.offset());
  }

  @Override
  default Engine engine() {
    return Engine.SYNC;
  }

  @Override
  default List<Access> reads() {
    return List.of(src());
  }

  @Override
  default List<Access> writes() {
    return List.of(dst());
  }

  @Override
  default Cost cost(CostModel model) {
    return model.group(this);
  }

  @Override
  default boolean isCollective() {
    return true;
  }

  /** The data moves with the deliveries, not with the instruction. */
  @Override
  default void apply(Datapath datapath) {}
}
