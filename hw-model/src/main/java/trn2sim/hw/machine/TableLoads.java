package trn2sim.hw.machine;

import java.util.BitSet;
import java.util.Optional;
import trn2sim.core.program.Preparation;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Instruction;

/** The tables of functions that the Scalar engine of a core loads, and before which tasks. */
final class TableLoads {
  private final long loadPs;
  private final BitSet loaded = new BitSet();

  /** Those that may be loaded, a bit each: whichever hold all functions since the last load. */
  private int tables;

  /**
   * @param loadPs the time of a load
   */
  TableLoads(long loadPs) {
    this.loadPs = loadPs;
  }

  /**
   * How long a task has to wait for its table, 0 if that is there. The table that goes on being
   * right for longest is loaded, as the compiler picks it: of those that hold the function,
   * whichever hold the next ones too.
   */
  long before(int task, Cost.Fixed cost) {
    boolean load = cost.tables() >= 0 && (cost.tables() & tables) == 0;
    tables = load ? cost.tables() : tables & cost.tables();
    loaded.set(task, load);
    return load ? loadPs : 0;
  }

  /** The load that a task waited for. */
  Optional<Preparation> of(int task, Instruction instruction) {
    return loaded.get(task) && instruction instanceof Activation activation
        ? Optional.of(
            new Preparation(loadPs, "loads the table of " + activation.function().label()))
        : Optional.empty();
  }
}
