package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.List;

/** Makes transfers between ranks with their routes. */
record Wiring(RankPlacement placement, Router router) {
  /** Moves chunks out of the sender's own memory, by its own engines. */
  ChunkCopy send(int from, int to, List<Integer> chunks) {
    return copy(from, from, chunks, to);
  }

  /** Moves chunks from a rank's memory to other ranks, read once. */
  ChunkCopy copy(int driver, int source, List<Integer> chunks, int... destinations) {
    List<Delivery> deliveries = new ArrayList<>();
    for (int destination : destinations) {
      deliveries.add(delivery(source, destination));
    }
    return new ChunkCopy(driver, source, chunks, deliveries);
  }

  Delivery delivery(int from, int to) {
    return new Delivery(to, router.route(placement, from, to));
  }

  /** Sends what each rank of a chip holds to every other rank of the chip. */
  List<ChunkCopy> exchange(List<Integer> ranks, List<List<Integer>> held) {
    List<ChunkCopy> transfers = new ArrayList<>();
    for (int i = 0; i < ranks.size(); i++) {
      for (int offset = 1; offset < ranks.size(); offset++) {
        int to = ranks.get((i + offset) % ranks.size());
        transfers.add(send(ranks.get(i), to, held.get(i)));
      }
    }
    return transfers;
  }
}
