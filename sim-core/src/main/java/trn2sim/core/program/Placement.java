package trn2sim.core.program;

/** Where a processor put a task in time; one object is reused for all tasks. */
public final class Placement {
  /** The completion is not known yet. */
  public static final long PENDING = -1;

  /** When the task starts. */
  public long startPs;

  /** When its lane can start the next task. */
  public long freePs;

  /** When its result is complete. */
  public long donePs;

  /** Sets all three times. */
  public void set(long startPs, long freePs, long donePs) {
    this.startPs = startPs;
    this.freePs = freePs;
    this.donePs = donePs;
  }
}
