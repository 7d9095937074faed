package trn2sim.hw.isa;

import java.util.List;
import trn2sim.hw.memory.Access;

/**
 * An operation of all ranks of a group. What it moves has a part for each rank: gathered, scattered
 * or exchanged.
 */
public sealed interface GroupCollective extends Instruction permits AllGather, AllToAll, Reduction {
  Access dst();

  Access src();

  /** How many ranks take part. */
  int groupSize();

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
    int rows = byRows ? whole.rows() / members : whole.rows();
    int cols = byRows ? whole.elements() : whole.elements() / members;
    return whole
        .buffer()
        .slice(
            whole.row() + (byRows ? member * rows : 0),
            rows,
            whole.col() + (byRows ? 0 : member * cols),
            cols);
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
