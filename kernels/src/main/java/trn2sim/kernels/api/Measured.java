package trn2sim.kernels.api;

import java.util.OptionalInt;

/** What is known of a NeuronCore that was measured, as opposed to simulated. */
public interface Measured {
  /** What a task does, as the profiler names it: {@code MATMUL}, {@code MATMUL.TRANSPOSE}. */
  String opcode(int task);

  /** The profiler's text on its operands; empty for what is no instruction. */
  String operands(int task);

  /** The number of the source statement that a task comes from, where its name has one. */
  OptionalInt statement(int task);
}
