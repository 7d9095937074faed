package trn2sim.core.program;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.WaitReason;

/** Knows what the tasks of a program mean on one machine: how long they take and what they do. */
public interface Processor {
  /**
   * Puts a task on its lane. A processor that cannot tell yet when the task will be done leaves
   * {@link Placement#donePs} at {@link Placement#PENDING} and reports later through {@link
   * Process#complete}.
   *
   * @param readyPs the earliest start that lane order, dependencies, waits and space allow
   * @param inputsPs the same without lane order: when everything the task needs is there
   */
  void place(int task, long readyPs, long inputsPs, Placement placement);

  /**
   * Whether the task may be placed only when the clock has come to its start, because what other
   * lanes do by then decides how long it takes.
   */
  default boolean onTheClock(int task) {
    return false;
  }

  /** How long after the task is done a dependent task sees it. */
  long signalPs(int task);

  /** What carries the word that a task is done to those that wait for it. */
  default String signal() {
    return "Semaphore";
  }

  /** How the task reads in a report. */
  String describe(int task);

  /** The first part of that, as the machine's profiler names the operation. */
  default String opcode(int task) {
    return describe(task);
  }

  /** The rest of it, as the machine's profiler spells operands and semaphores; empty if nothing. */
  default String operands(int task) {
    return "";
  }

  /** The number of the source statement that a task comes from, where only that is known. */
  default OptionalInt statement(int task) {
    return OptionalInt.empty();
  }

  /** The file whose line that number is; empty if it is not known. */
  default String sourceFile(int task) {
    return "";
  }

  /** What else there is to say of a task, each line after a line break; empty if nothing. */
  default String details(int task) {
    return "";
  }

  /** Bytes that each bar of a row moved, by bar; empty for rows that move nothing. */
  default List<Long> bytes(String row) {
    return List.of();
  }

  /** The pace of the matrix unit in percent of the full one, from an instant on; or nothing. */
  default SortedMap<Long, Integer> pace() {
    return Collections.emptySortedMap();
  }

  /** What a task that waits for this one waits for. */
  WaitReason awaitedAs(int task);

  /** The same where it depends on who waits: one that only wants the task's room waits for that. */
  default WaitReason awaitedAs(int task, int dependent) {
    return awaitedAs(task);
  }

  /** What the engine did for itself right before it started the task; asked after the run. */
  default Optional<Preparation> preparation(int task) {
    return Optional.empty();
  }

  /** Whether a row of engines computes; some may only issue transfers. */
  default boolean computes(String row) {
    return true;
  }

  /** What it did besides the tasks on its lanes; asked after the run. */
  default List<Row> rows() {
    return List.of();
  }

  /**
   * How many things that its rows show are no tasks of the program, such as the blocks of a GPU's
   * kernel; they are numbered after the tasks.
   */
  default int parts() {
    return 0;
  }

  /** The task whose parts they are, or -1 if there are none. */
  default int whole() {
    return -1;
  }
}
