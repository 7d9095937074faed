package trn2sim.hw.gpu;

import trn2sim.hw.isa.TaskEffect;

/** Something the host calls or a stream does, in order. */
public sealed interface StreamOp {
  /** How it reads in a report. */
  String label();

  /** A call on the host thread. */
  record Call(String label, long ps) implements StreamOp {}

  /** A copy by the copy engine. */
  record Copy(String label, TaskEffect.Move move) implements StreamOp {
    boolean local() {
      return move.from() == move.to();
    }
  }

  /** A 32-bit write by the stream after all its earlier work. */
  record SetFlag(String label, int flag) implements StreamOp {}

  /** A device-side step of fixed length. */
  record Step(String label, long ps) implements StreamOp {}

  /** A grid of blocks. */
  record Kernel(String label) implements StreamOp {}
}
