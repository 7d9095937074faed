package trn2sim.hw.ascend;

import trn2sim.core.program.Calendar;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.memory.SharedCache;
import trn2sim.hw.spec.AscendSpec;

/**
 * The memory of one die. What the L2 does not hold takes HBM's time, first come first served; the
 * rest arrives as fast as the reading core can take it.
 */
public final class DieMemory {
  private final String name;
  private final AscendSpec parameters;
  private final Simulation simulation;
  private final SharedCache cache;
  private final Calendar hbm = new Calendar();
  private long bytes;
  private long busyPs;

  /**
   * @param operandBytes bytes that the cores read again and again
   */
  public DieMemory(String name, AscendSpec parameters, long operandBytes, Simulation simulation) {
    this.name = name;
    this.parameters = parameters;
    this.simulation = simulation;
    AscendSpec.Memory memory = parameters.memory();
    this.cache = new SharedCache(memory.reuseBytes(), memory.l2Bytes(), operandBytes);
  }

  public String name() {
    return name;
  }

  /** Bytes that went from or to HBM. */
  public long bytes() {
    return bytes;
  }

  /** Time during which HBM was at work. */
  public long busyPs() {
    return busyPs;
  }

  /** Bytes of a cached operand that must come from HBM now. */
  double missing(long key, long size) {
    return cache.read(key, size);
  }

  /** Takes HBM time for bytes from now on; returns when they are there. */
  long transfer(double size) {
    if (size <= 0) {
      return simulation.now();
    }
    long length = (long) Math.ceil(size / parameters.memory().hbmPerPs());
    bytes += Math.round(size);
    busyPs += length;
    return hbm.take(simulation.now(), length, simulation.now()) + length;
  }
}
