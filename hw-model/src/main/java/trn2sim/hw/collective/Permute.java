package trn2sim.hw.collective;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Parcel;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.link.RingOrder;

/**
 * One permute of a ring of cores: each sends to its successor as soon as both are there, and is
 * done when it has sent and received.
 */
final class Permute {
  private static final long UNKNOWN = -1;

  private final Fabric fabric;
  private final List<Integer> ring;
  private final Map<Integer, Integer> positions = new HashMap<>();
  private final int[] tasks;
  private final long[] arrived;
  private final long[] known;
  private final int[] halves;

  Permute(Fabric fabric, RingOrder ring) {
    this.fabric = fabric;
    this.ring = ring.ranks();
    for (int core : ring.ranks()) {
      positions.put(core, positions.size());
    }
    this.tasks = new int[ring.size()];
    this.arrived = new long[ring.size()];
    Arrays.fill(arrived, UNKNOWN);
    this.known = new long[ring.size()];
    this.halves = new int[ring.size()];
  }

  void arrive(int core, int task, CollectivePermute permute, long fixedPs, long atPs) {
    int position = positions.get(core);
    tasks[position] = task;
    arrived[position] = atPs;
    send(position, permute, fixedPs);
    if (ring.size() > 1) {
      send(Math.floorMod(position - 1, ring.size()), permute, fixedPs);
    }
  }

  /** From one to its successor, once both are there. */
  private void send(int from, CollectivePermute permute, long fixedPs) {
    int to = (from + 1) % ring.size();
    if (arrived[from] == UNKNOWN || arrived[to] == UNKNOWN) {
      return;
    }
    fabric.permute(
        new Parcel(tasks[from], tasks[to], 0),
        permute,
        ring.size(),
        ring.get(from),
        ring.get(to),
        fixedPs,
        Math.max(arrived[from], arrived[to]),
        end -> {
          half(from, end);
          half(to, end);
        });
  }

  private void half(int position, long end) {
    known[position] = Math.max(known[position], end);
    if (++halves[position] == 2) {
      fabric.complete(ring.get(position), tasks[position], known[position]);
    }
  }
}
