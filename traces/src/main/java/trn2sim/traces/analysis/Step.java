package trn2sim.traces.analysis;

/** A point on the critical path: a task, and the instant and manner in which it let others go. */
record Step(int process, int task, long atPs, Entry entry) {
  /** What the waiting side waited for. */
  enum Entry {
    /** The task's result. */
    DONE,
    /** The task's lane. */
    FREE,
    /** The task's beginning, for parts of it. */
    START
  }
}
