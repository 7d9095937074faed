package trn2sim.hw.link;

import java.util.List;

/**
 * One copy of a collective: chunks read once and written to one or two ranks.
 *
 * @param driver the rank whose engines move the data
 * @param source the rank whose memory is read; it owns the chunks or received them before
 * @param chunks the chunks, named by the ranks they come from
 * @param deliveries the writes; two when the engine duplicates what it read
 */
public record ChunkCopy(int driver, int source, List<Integer> chunks, List<Delivery> deliveries) {
  public ChunkCopy {
    chunks = List.copyOf(chunks);
    deliveries = List.copyOf(deliveries);
    if (chunks.isEmpty() || deliveries.isEmpty()) {
      throw new IllegalArgumentException("a transfer moves at least one chunk to one rank");
    }
  }
}
