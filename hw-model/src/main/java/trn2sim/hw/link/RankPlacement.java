package trn2sim.hw.link;

import java.util.List;

/**
 * Which physical cores each rank owns: rank r has core r with LNC=1, and cores 2r and 2r+1 with
 * LNC=2.
 *
 * <p>Source: Neuron documentation, logical NeuronCore configuration.
 */
public record RankPlacement(Topology topology, int lnc) {
  public RankPlacement {
    if (lnc != 1 && lnc != 2) {
      throw new IllegalArgumentException("LNC must be 1 or 2, not " + lnc);
    }
  }

  /** Returns how many ranks the machine holds. */
  public int ranks() {
    return topology.cores() / lnc;
  }

  /** Returns how many ranks one chip holds. */
  int ranksPerChip() {
    return topology.chip().cores() / lnc;
  }

  /** Returns the physical cores of a rank. */
  public List<Integer> cores(int rank) {
    int first = leadCore(rank);
    return lnc == 1 ? List.of(first) : List.of(first, first + 1);
  }

  /** Returns the first physical core of a rank. */
  public int leadCore(int rank) {
    if (rank < 0 || rank >= ranks()) {
      throw new IllegalArgumentException(
          "rank " + rank + " is not one of the " + ranks() + " of " + topology.name());
    }
    return rank * lnc;
  }

  /** Returns where a rank sits; both cores of an LNC=2 rank share the stack. */
  public CoreLocation location(int rank) {
    return topology.locate(leadCore(rank));
  }

  /** Returns the chip of a rank. */
  public int chip(int rank) {
    return location(rank).chip();
  }

  /** Returns a rank's number within its chip. */
  int indexInChip(int rank) {
    return location(rank).core() / lnc;
  }
}
