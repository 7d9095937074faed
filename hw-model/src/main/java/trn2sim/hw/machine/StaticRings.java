package trn2sim.hw.machine;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Cost;

/**
 * The waits that the compiler puts before DMAs whose descriptors were made beforehand: in public
 * compiled files a ring never has more than so many of them outstanding, for one issues only once
 * the one so many before it is complete.
 */
final class StaticRings {
  private final int most;

  /** By queue: those that may still be outstanding when the next one issues. */
  private final Map<Transfer.Queue, ArrayDeque<Integer>> outstanding =
      new EnumMap<>(Transfer.Queue.class);

  /**
   * @param most DMAs of a ring that may be outstanding at once
   */
  StaticRings(int most) {
    this.most = most;
  }

  /** The task that {@code task} has to wait for, if it is such a DMA and its ring is full. */
  List<Integer> before(int task, Cost cost) {
    if (!(cost instanceof Cost.Dma dma) || dma.transfer().fetchPs() == 0) {
      return List.of();
    }
    ArrayDeque<Integer> ring =
        outstanding.computeIfAbsent(dma.transfer().queue(), queue -> new ArrayDeque<>());
    ring.add(task);
    return ring.size() > most ? List.of(ring.remove()) : List.of();
  }
}
