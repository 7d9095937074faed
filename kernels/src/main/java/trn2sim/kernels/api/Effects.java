package trn2sim.kernels.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Parcel;
import trn2sim.hw.isa.Script;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.memory.Buffer;

/** What the tasks of a run do to memory, by the numbers with which the run told of them. */
public interface Effects {
  /**
   * A memory that tasks act on. Memories of one rank share its HBM, by the names of buffers.
   *
   * @param steps what runs there, so that tiles on chip can be forgotten after their last use
   * @param registers values of run-time scalars by register number
   */
  record Memory(
      int rank, List<Buffer> buffers, List<Script.Step> steps, Map<Integer, Integer> registers) {}

  List<Memory> memories();

  /** What is done before the run begins. */
  default List<TaskEffect> before() {
    return List.of();
  }

  /** What a task did at its end, or a part of one when it was performed. */
  Optional<TaskEffect> completed(int process, int task);

  /** A part of a collective that moved from one process to another. */
  default Optional<TaskEffect> delivered(int from, int to, Parcel parcel) {
    return Optional.empty();
  }
}
