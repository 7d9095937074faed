package trn2sim.hw.machine;

import java.util.Locale;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;

/**
 * The in-order streams of a core: one per engine, and one each for DMA loads and stores and for
 * collectives. A store that waits for its data does not hold up the loads behind it, because the
 * compiler places it after them; the engine that issues both still handles one at a time.
 */
enum IssueLane {
  TENSOR,
  VECTOR,
  SCALAR,
  GPSIMD,
  SYNC,
  LOADS,
  STORES,
  COLLECTIVES;

  private static final IssueLane[] ALL = values();

  static IssueLane of(Instruction instruction) {
    if (instruction instanceof DmaCopy copy) {
      return copy.isLoad() ? LOADS : STORES;
    }
    boolean collective =
        instruction instanceof CollectivePermute || instruction instanceof AllGather;
    return collective ? COLLECTIVES : of(instruction.engine());
  }

  private static IssueLane of(Engine engine) {
    return ALL[engine.ordinal()];
  }

  String label() {
    String name = name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
