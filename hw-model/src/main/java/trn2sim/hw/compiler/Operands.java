package trn2sim.hw.compiler;

import java.util.Arrays;
import java.util.List;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.isa.Script.Step;
import trn2sim.hw.memory.Access;

/**
 * A script and what each of its steps reads and writes, listed once for all who look at it.
 * Operands are numbered through the script: those that a step writes, then those that it reads.
 */
final class Operands {
  /** Room for this many operands a step is made at once: most instructions have no more. */
  private static final int USUAL_OPERANDS = 3;

  private final Script script;

  /** The operands of step i are those from {@code start[i]} to {@code start[i + 1]}. */
  private final int[] start;

  /** By step: the first operand that it reads. */
  private final int[] reads;

  private final int[] source;
  private final boolean[] synchronises;
  private final boolean[] plain;

  private Access[] operands;

  /** By operand: the number of its buffer. */
  private int[] buffers;

  private int count;

  Operands(Script script) {
    this(script, script.steps().size());
    for (int i = 0; i < reads.length; i++) {
      list(i, script.steps().get(i));
    }
  }

  /**
   * The operands of a script that has many steps of another one.
   *
   * @param known by step: the step of the other one with the same instruction, or negative
   */
  Operands(Script script, Operands other, int[] known) {
    this(script, script.steps().size());
    for (int i = 0; i < reads.length; i++) {
      if (known[i] >= 0) {
        copy(i, other, known[i]);
      } else {
        list(i, script.steps().get(i));
      }
    }
  }

  private Operands(Script script, int steps) {
    this.script = script;
    this.start = new int[steps + 1];
    this.reads = new int[steps];
    this.source = new int[steps];
    this.synchronises = new boolean[steps];
    this.plain = new boolean[steps];
    this.operands = new Access[USUAL_OPERANDS * steps];
    this.buffers = new int[operands.length];
  }

  private void copy(int number, Operands other, int step) {
    reads[number] = count + other.reads[step] - other.start[step];
    for (int i = other.start(step); i < other.end(step); i++) {
      add(other.operands[i], other.buffers[i]);
    }
    start[number + 1] = count;
    source[number] = other.source[step];
    synchronises[number] = other.synchronises[step];
    plain[number] = other.plain[step];
  }

  private void list(int number, Step step) {
    Instruction instruction = step.instruction();
    add(instruction.writes());
    reads[number] = count;
    add(instruction.reads());
    start[number + 1] = count;
    source[number] = step.source();
    synchronises[number] = step.synchronises();
    plain[number] = step.freedom().isAsWritten();
  }

  private void add(List<Access> accesses) {
    for (int i = 0; i < accesses.size(); i++) {
      Access operand = accesses.get(i);
      add(operand, operand.buffer().id());
    }
  }

  private void add(Access operand, int buffer) {
    if (count == operands.length) {
      operands = Arrays.copyOf(operands, 2 * count + 1);
      buffers = Arrays.copyOf(buffers, operands.length);
    }
    operands[count] = operand;
    buffers[count++] = buffer;
  }

  Script script() {
    return script;
  }

  int steps() {
    return reads.length;
  }

  /** How many operands there are in all. */
  int count() {
    return count;
  }

  /** The first operand of a step; it writes those from here to {@link #reads}. */
  int start(int step) {
    return start[step];
  }

  /** The first operand that a step reads; it reads those from here to {@link #end}. */
  int reads(int step) {
    return reads[step];
  }

  int end(int step) {
    return start[step + 1];
  }

  /** Whether other cores can tell when a step runs. */
  boolean synchronises(int step) {
    return synchronises[step];
  }

  /** Whether a step stands on its own: no stated edge or block, no choice of engines. */
  boolean isPlain(int step) {
    return plain[step];
  }

  /** A step's place in the source. */
  int source(int step) {
    return source[step];
  }

  Access get(int operand) {
    return operands[operand];
  }

  /** The number of an operand's buffer. */
  int buffer(int operand) {
    return buffers[operand];
  }
}
