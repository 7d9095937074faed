package trn2sim.hw.isa;

import java.util.List;
import trn2sim.hw.memory.Access;

/** What a task of a run does to memory; the same data says how much there is to do. */
public sealed interface TaskEffect {
  /**
   * Arithmetic on one memory.
   *
   * @param memory a core's, or all of a rank's where its cores share everything
   */
  record Compute(int memory, Operation what) implements TaskEffect {}

  /** A copy from one memory to another, with a cast if the types differ. */
  record Move(int from, Access source, int to, Access target) implements TaskEffect {
    public long bytes() {
      return source.bytes();
    }
  }

  /** Something a datapath can do, and the operands it touches. */
  interface Operation {
    List<Access> reads();

    List<Access> writes();

    /** Performs the arithmetic. */
    void apply(Datapath datapath);

    /** Whether it takes place together with other cores. */
    default boolean isCollective() {
      return false;
    }
  }
}
