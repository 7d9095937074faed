package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.memory.Region;

/** Keeps conflicting accesses to the same memory in the order in which they are recorded. */
final class EffectOrder {
  private record Use(Effect effect, Region region, boolean write) {}

  /** Looked up by identity, never iterated. */
  private final Map<Object, List<Use>> uses = new IdentityHashMap<>();

  void add(Effect effect, Object memory, Region region, boolean write) {
    List<Use> list = uses.computeIfAbsent(memory, m -> new ArrayList<>(4));
    for (Use use : list) {
      if ((write || use.write) && use.effect != effect && use.region.overlaps(region)) {
        use.effect.before(effect);
      }
    }
    list.removeIf(use -> use.effect.isDone() || (write && region.covers(use.region)));
    list.add(new Use(effect, region, write));
  }
}
