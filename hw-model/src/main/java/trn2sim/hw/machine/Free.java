package trn2sim.hw.machine;

/** Which instructions take no time, to see what the others alone would need. */
public interface Free {
  /** What an instruction occupies. */
  enum Kind {
    /** A compute engine. */
    ARITHMETIC,
    /** A DMA queue. */
    TRANSFER,
    /** CC-cores and links; partners still wait for each other. */
    COLLECTIVE,
    /** Nothing: cores meet. */
    BARRIER
  }

  /** Everything takes its time. */
  Free NOTHING = (core, task, kind) -> false;

  /** Compute engines finish at once. */
  Free ARITHMETIC = (core, task, kind) -> kind == Kind.ARITHMETIC;

  /** Collectives move data at once, as soon as the partners are there. */
  Free COLLECTIVES = (core, task, kind) -> kind == Kind.COLLECTIVE;

  /**
   * Whether it does.
   *
   * @param core counted over all chips
   * @param task the instruction's number in the core's program
   */
  boolean of(int core, int task, Kind kind);
}
