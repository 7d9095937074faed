package trn2sim.hw.ascend;

import trn2sim.hw.isa.TaskEffect;

/** A task of the host or of an AIV core. */
public sealed interface CommOp {
  /** How it reads in a report. */
  String label();

  /** A step of fixed length: a launch, a sync, the publishing of local flags. */
  record Step(String label, long ps) implements CommOp {}

  /** One tile from local memory through UB into a peer's memory. */
  record Put(String label, TaskEffect.Move move) implements CommOp {}

  /** Fence, then the remote atomic adds on flag and summary. */
  record Notify(String label, int to, int chunk) implements CommOp {}
}
