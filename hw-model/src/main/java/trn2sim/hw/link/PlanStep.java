package trn2sim.hw.link;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The transfers of one step, which may all run at once. */
public record PlanStep(List<ChunkCopy> transfers) {
  public PlanStep {
    transfers = List.copyOf(transfers);
  }

  /** Returns how many chunks cross each directed link in this step. */
  public SortedMap<Link, Integer> linkLoad() {
    SortedMap<Link, Integer> load = new TreeMap<>();
    for (ChunkCopy transfer : transfers) {
      for (Delivery delivery : transfer.deliveries()) {
        for (Link link : delivery.route().links()) {
          load.merge(link, transfer.chunks().size(), Integer::sum);
        }
      }
    }
    return load;
  }

  /** Returns how many chunks are read from the ranks' memories. */
  public int chunkReads() {
    return transfers.stream().mapToInt(transfer -> transfer.chunks().size()).sum();
  }

  /** Returns how many chunks are written to the ranks' memories. */
  public int chunkWrites() {
    return transfers.stream()
        .mapToInt(transfer -> transfer.chunks().size() * transfer.deliveries().size())
        .sum();
  }
}
