package trn2sim.hw.collective;

import java.util.Arrays;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.link.RingOrder;

/**
 * One permute of a ring: every rank sends to its successor as soon as both are there, and is done
 * when it has sent and received.
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
    int rank = fabric.rankOf(core);
    arrived[position(rank)] = atPs;
    int successor = ring.successor(rank);
    int predecessor = ring.predecessor(rank);
    send(core, rank, successor, permute, fixedPs);
    if (predecessor != rank) {
      send(fabric.peer(core, predecessor), predecessor, rank, permute, fixedPs);
    }
  }

  private void send(int fromCore, int from, int to, CollectivePermute permute, long fixedPs) {
    long both = Math.max(arrived[position(from)], arrived[position(to)]);
    if (arrived[position(from)] == UNKNOWN || arrived[position(to)] == UNKNOWN) {
      return;
    }
    int toCore = fabric.peer(fromCore, to);
    fabric.permute(
        task,
        permute,
        fromCore,
        toCore,
        fixedPs,
        both,
        end -> {
          half(fromCore, from, end);
          half(toCore, to, end);
        });
  }

  private void half(int core, int rank, long end) {
    int position = position(rank);
    known[position] = Math.max(known[position], end);
    if (++halves[position] == 2) {
      fabric.process(core).complete(task, known[position]);
    }
  }

  private int position(int rank) {
    return ring.ranks().indexOf(rank);
  }
}
