package trn2sim.hw.isa;

import java.util.Locale;

/**
 * The in-order streams of a core: one per engine, and one each for DMA loads and stores and for
 * collectives. A store that waits for its data does not hold up the loads behind it, because the
 * compiler places it after them; the engine that issues both still handles one at a time.
 */
public enum IssueLane {
  TENSOR,
  VECTOR,
  SCALAR,
  GPSIMD,
  SYNC,
  LOADS,
  STORES,
  COLLECTIVES;

  private static final IssueLane[] ALL = values();

  /** The stream an instruction belongs to. */
  public static IssueLane of(Instruction instruction) {
    if (instruction instanceof DmaCopy copy) {
      return copy.isLoad() ? LOADS : STORES;
    }
    return instruction.isCollective() ? COLLECTIVES : of(instruction.engine());
  }

  private static IssueLane of(Engine engine) {
    return ALL[engine.ordinal()];
  }

  /** Its name on a timeline. */
  public String label() {
    String name = name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
