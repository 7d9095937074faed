package trn2sim.kernels.api;

import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;

/** What is known of a NeuronCore that was measured, as opposed to simulated. */
public interface Measured {
  /** Bytes that each bar of a row moved, by bar; empty for rows that move nothing. */
  List<Long> bytes(String row);

  /** The pace of the array in percent of the full one, from an instant on; empty if not known. */
  SortedMap<Long, Integer> pace();

  /** What a task does, as the profiler names it: {@code MATMUL}, {@code MATMUL.TRANSPOSE}. */
  String opcode(int task);

  /** The profiler's text on its operands; empty for what is no instruction. */
  String operands(int task);

  /** The number of the source statement that a task comes from, where its name has one. */
  OptionalInt statement(int task);
}
