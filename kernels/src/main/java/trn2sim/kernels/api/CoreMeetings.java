package trn2sim.kernels.api;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Wait;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.memory.Access;

/** How the cores of a rank wait for each other, in the script of one of them. */
final class CoreMeetings {
  private final CoreScript script;
  private int cores = 1;

  /** Of the engines that meet those of other cores: their semaphores, and how often they met. */
  private final Map<Engine, Integer> semaphores = new EnumMap<>(Engine.class);

  private final Map<Engine, Integer> met = new EnumMap<>(Engine.class);

  CoreMeetings(CoreScript script) {
    this.script = script;
  }

  void ofCores(int count) {
    cores = count;
  }

  /** Whether a rank has one core. */
  boolean isAlone() {
    return cores == 1;
  }

  /**
   * Before a global collective the cores of a rank wait for each other, until the sources of all
   * are ready and the targets free.
   */
  Freedom before(List<Access> targets, List<Access> sources) {
    if (isAlone()) {
      return Freedom.AS_WRITTEN;
    }
    List<Wait> all = arrive(new CoreBarrier(Engine.SYNC, sources, targets));
    script.barrier(Engine.SYNC, all, List.of());
    return afterLast();
  }

  /** An engine waits until all cores have done what they had to do to data. */
  void all(Engine engine, List<Access> changing) {
    List<Wait> all = arrive(new CoreBarrier(engine, changing, changing));
    script.add(new CoreBarrier(engine, List.of(), changing), all, List.of(), afterLast());
  }

  private Freedom afterLast() {
    return Freedom.AS_WRITTEN.after(List.of(script.size() - 1));
  }

  /**
   * Says that this core is there; returns what waits for all. An engine does not go on before all
   * are there, but another one of the core does: each counts for itself.
   */
  private List<Wait> arrive(CoreBarrier arrival) {
    Engine engine = arrival.engine();
    int barrier =
        semaphores.computeIfAbsent(engine, by -> script.semaphore("core barrier of " + by));
    script.add(arrival, List.of(), List.of(new Signal(barrier, 1)), Freedom.AS_WRITTEN);
    return List.of(new Wait(barrier, (long) cores * met.merge(engine, 1, Integer::sum)));
  }
}
