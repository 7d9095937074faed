package trn2sim.hw.isa;

import java.util.List;

/**
 * What a kernel's source leaves to the compiler about one instruction, and what it forbids.
 *
 * @param anyEngine whether a copy names no engine, so that Vector or Scalar may run it
 * @param after steps of the script that must be complete before it, beyond what the data says
 * @param fixedBlock instructions of one such block keep their order on every engine; negative for
 *     none
 */
public record Freedom(boolean anyEngine, List<Integer> after, int fixedBlock) {
  /** Nothing is left open, nothing more is asked. */
  public static final Freedom AS_WRITTEN = new Freedom(false, List.of(), -1);

  /** A copy whose engine is the compiler's choice. */
  public static final Freedom ANY_ENGINE = new Freedom(true, List.of(), -1);

  public Freedom {
    after = List.copyOf(after);
  }

  /** Whether it says nothing: no choice of engines, no edge, no block. */
  public boolean isAsWritten() {
    return !anyEngine && after.isEmpty() && fixedBlock < 0;
  }

  public Freedom after(List<Integer> steps) {
    return new Freedom(anyEngine, steps, fixedBlock);
  }

  /** The same where the steps of the script have changed places. */
  Freedom moved(int[] places) {
    return after.isEmpty() ? this : after(after.stream().map(step -> places[step]).toList());
  }

  /** The same as part of a block whose order is fixed. */
  public Freedom in(int block) {
    return new Freedom(anyEngine, after, block);
  }
}
