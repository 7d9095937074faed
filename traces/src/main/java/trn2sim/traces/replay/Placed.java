package trn2sim.traces.replay;

import java.util.Arrays;
import java.util.List;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.spec.SemaphoreSpec;
import trn2sim.traces.profile.Dmas;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Profile;

/**
 * When each node was done, and how long after that its dependents saw it. A profile shows neither:
 * a transfer is done with the DMA that it issued, or, if that is not known, when the first that
 * needs it begins; others with their end. The word takes as long as the device says, unless a
 * dependent began sooner.
 */
final class Placed {
  private final Nodes nodes;
  private final Instructions instructions;
  private final Edges edges;
  private final SemaphoreSpec semaphore;
  private final long[] done;
  private final long[] signal;

  Placed(Profile profile, Nodes nodes, Edges edges, DmaOwners owners, SemaphoreSpec semaphore) {
    this.nodes = nodes;
    this.instructions = profile.instructions();
    this.edges = edges;
    this.semaphore = semaphore;
    done = new long[nodes.size()];
    signal = new long[nodes.size()];
    for (int node = 0; node < done.length; node++) {
      done[node] = knowsDone(node) ? measuredPs(profile, node) : nodes.endPs(node);
      signal[node] = devicePs(node);
    }
    boolean[] known = carried(profile.dmas(), owners);
    awaited(known);
  }

  private boolean knowsDone(int node) {
    return !nodes.isDma(node) && instructions.knowsDone(node);
  }

  private static long measuredPs(Profile profile, int row) {
    return profile.instructions().donePs(row) - profile.capture().firstPs();
  }

  private long devicePs(int node) {
    return edges.kind(node) == WaitReason.ENGINE ? semaphore.enginePs() : semaphore.dmaPs();
  }

  /** Instructions are done with what they issued; returns which of them are known to be. */
  private boolean[] carried(Dmas dmas, DmaOwners owners) {
    boolean[] known = new boolean[instructions.size()];
    for (int dma = 0; dma < dmas.size(); dma++) {
      int owner = owners.of(dma);
      if (owner != Nodes.NONE) {
        done[owner] = Math.max(done[owner], nodes.endPs(nodes.ofDma(dma)));
        known[owner] = true;
      }
    }
    return known;
  }

  /** Transfers whose end nothing shows are done when the first that needs them begins. */
  private void awaited(boolean[] known) {
    long[] first = new long[instructions.size()];
    Arrays.fill(first, Long.MAX_VALUE);
    for (int row = 0; row < first.length; row++) {
      long start = nodes.startPs(row);
      edges.of(
          row,
          (source, reason) -> {
            if (!nodes.isDma(source) && start >= done[source]) {
              first[source] = Math.min(first[source], start);
            }
          });
    }
    for (int row = 0; row < first.length; row++) {
      boolean hidden =
          edges.kind(row) != WaitReason.ENGINE && !known[row] && !instructions.knowsDone(row);
      if (hidden && first[row] != Long.MAX_VALUE) {
        done[row] = Math.max(done[row], first[row] - devicePs(row));
      }
    }
  }

  /** Engines complete in order: what a lane did before is done no later. */
  void inOrder(List<int[]> lanes) {
    for (int[] lane : lanes) {
      long latest = Long.MIN_VALUE;
      for (int node : lane) {
        if (!pending(node)) {
          latest = Math.max(latest, done[node]);
          done[node] = latest;
        }
      }
    }
  }

  /** Lets no dependent see a node before it began itself. */
  void seen(int source, long dependentStartPs) {
    signal[source] = Math.min(signal[source], dependentStartPs - done[source]);
  }

  /** Whether its end is another's than its engine's. */
  boolean pending(int node) {
    return edges.kind(node) != WaitReason.ENGINE;
  }

  long donePs(int node) {
    return done[node];
  }

  long signalPs(int node) {
    return signal[node];
  }
}
