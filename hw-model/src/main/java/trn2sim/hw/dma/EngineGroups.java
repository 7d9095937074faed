package trn2sim.hw.dma;

/**
 * Which DMA engines of a core everything that the core moves treats alike. The engines of a group
 * carry the same at every instant, so one channel can stand for all of them, and sharing bandwidth
 * costs the less the fewer groups there are.
 */
public final class EngineGroups {
  /** The lowest engine of each one's group. */
  private final int[] leaders;

  /** All engines alike. */
  public EngineGroups(int engines) {
    leaders = new int[engines];
  }

  /** Parts the engines of a group that have different loads. */
  public void part(long[] loads) {
    if (!differ(loads)) {
      return;
    }
    int[] before = leaders.clone();
    for (int engine = 0; engine < leaders.length; engine++) {
      int leader = 0;
      while (before[leader] != before[engine] || loads[leader] != loads[engine]) {
        leader++;
      }
      leaders[engine] = leader;
    }
  }

  private boolean differ(long[] loads) {
    for (int engine = 0; engine < leaders.length; engine++) {
      if (loads[engine] != loads[leaders[engine]]) {
        return true;
      }
    }
    return false;
  }

  int engines() {
    return leaders.length;
  }

  int leader(int engine) {
    return leaders[engine];
  }
}
