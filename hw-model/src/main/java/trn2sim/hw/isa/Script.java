package trn2sim.hw.isa;

import java.util.List;
import java.util.Map;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Wait;
import trn2sim.hw.memory.Buffer;

/**
 * What one role of a kernel tells its cores: instructions in program order with the buffers they
 * use. Every core of the role runs the same script with its own memory and registers.
 *
 * @param groupLimits how many tiles of a buffer group may be live at once; no entry, no limit
 * @param psumBanks PSUM banks the program may use
 * @param semaphores names of the semaphores that waits and signals refer to by position
 * @param scheduled whether the steps are in the order in which the engines run them
 */
public record Script(
    List<Step> steps,
    List<Buffer> buffers,
    Map<String, Integer> groupLimits,
    int psumBanks,
    List<String> semaphores,
    boolean scheduled) {

  /** A script as written. */
  public Script(
      List<Step> steps,
      List<Buffer> buffers,
      Map<String, Integer> groupLimits,
      int psumBanks,
      List<String> semaphores) {
    this(steps, buffers, groupLimits, psumBanks, semaphores, false);
  }

  /**
   * An instruction with the semaphores it waits for and raises.
   *
   * @param ringStep the step of a ring it belongs to, or -1
   * @param freedom what the source leaves to the compiler
   * @param source its place in the source
   */
  public record Step(
      Instruction instruction,
      List<Wait> waits,
      List<Signal> signals,
      int ringStep,
      Freedom freedom,
      int source) {
    public Step {
      waits = List.copyOf(waits);
      signals = List.copyOf(signals);
    }

    /** The same with another instruction, where steps of the script have changed places. */
    public Step with(Instruction other, int[] places) {
      return other == instruction && freedom.after().isEmpty()
          ? this
          : new Step(other, waits, signals, ringStep, freedom.moved(places), source);
    }

    /** Whether other cores can tell when it runs. */
    public boolean synchronises() {
      return !waits.isEmpty() || !signals.isEmpty() || instruction.isCollective();
    }
  }

  public Script {
    steps = List.copyOf(steps);
    buffers = List.copyOf(buffers);
    groupLimits = Map.copyOf(groupLimits);
    semaphores = List.copyOf(semaphores);
  }

  /** The same buffers and semaphores with other steps. */
  public Script with(List<Step> others) {
    return new Script(others, buffers, groupLimits, psumBanks, semaphores, scheduled);
  }

  /** The same with its steps in the order in which the engines run them. */
  public Script inOrder(List<Step> ordered) {
    return new Script(ordered, buffers, groupLimits, psumBanks, semaphores, true);
  }
}
