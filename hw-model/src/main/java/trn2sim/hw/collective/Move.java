package trn2sim.hw.collective;

import java.util.List;

/**
 * One copy of a collective between ranks: parts read from its sources, and written to its targets
 * or, if it reduces, combined with what its one target has.
 *
 * @param driver the rank whose engines move the data
 * @param parts named by the ranks they belong to
 */
record Move(
    int driver, List<Integer> sources, List<Integer> targets, List<Integer> parts, Phase phase) {
  /** Collecting contributions to parts, or handing parts out. */
  enum Phase {
    REDUCE,
    HAND_OUT
  }

  boolean reduces() {
    return phase == Phase.REDUCE;
  }
}
