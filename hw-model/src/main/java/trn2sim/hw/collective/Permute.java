package trn2sim.hw.collective;

import java.util.Arrays;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.link.RingOrder;

/**
 * One permute of a ring of cores: each sends to its successor as soon as both are there, and is
 * done when it has sent and received.
 */
final class Permute {
  private static final long UNKNOWN = -1;

  private final Fabric fabric;
  private final RingOrder ring;
  private final int task;
  private final long[] arrived;
  private final long[] known;
  private final int[] halves;

  Permute(Fabric fabric, RingOrder ring, int task) {
    this.fabric = fabric;
    this.ring = ring;
    this.task = task;
    this.arrived = new long[ring.size()];
    Arrays.fill(arrived, UNKNOWN);
    this.known = new long[ring.size()];
    this.halves = new int[ring.size()];
  }

  void arrive(int core, CollectivePermute permute, long fixedPs, long atPs) {
    arrived[position(core)] = atPs;
    int predecessor = ring.predecessor(core);
    send(core, ring.successor(core), permute, fixedPs);
    if (predecessor != core) {
      send(predecessor, core, permute, fixedPs);
    }
  }

  private void send(int from, int to, CollectivePermute permute, long fixedPs) {
    long both = Math.max(arrived[position(from)], arrived[position(to)]);
    if (arrived[position(from)] == UNKNOWN || arrived[position(to)] == UNKNOWN) {
      return;
    }
    fabric.permute(
        task,
        permute,
        ring.size(),
        from,
        to,
        fixedPs,
        both,
        end -> {
          half(from, end);
          half(to, end);
        });
  }

  private void half(int core, long end) {
    int position = position(core);
    known[position] = Math.max(known[position], end);
    if (++halves[position] == 2) {
      fabric.process(core).complete(task, known[position]);
    }
  }

  private int position(int core) {
    return ring.ranks().indexOf(core);
  }
}
