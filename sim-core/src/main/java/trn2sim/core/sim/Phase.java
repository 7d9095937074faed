package trn2sim.core.sim;

/** Order of events that fall on the same instant; within a phase, schedule order decides. */
public enum Phase {
  /** Something ends: a transfer, a reservation, a timer. */
  COMPLETE,
  /** Bandwidth is divided anew, once, after everything that ended or began. */
  RESHARE,
  /** Something starts as a consequence. */
  ISSUE,
  /** Look, do not touch. */
  OBSERVE
}
