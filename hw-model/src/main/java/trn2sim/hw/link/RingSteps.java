package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.List;

/** Ring all-gather: in step s every rank passes its s-th predecessor's chunk to its successor. */
record RingSteps(Wiring wiring) {
  List<PlanStep> around(RingOrder order) {
    int size = order.size();
    List<Integer> ranks = order.ranks();
    List<List<Delivery>> hops = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      hops.add(List.of(wiring.delivery(ranks.get(i), ranks.get((i + 1) % size))));
    }
    List<PlanStep> steps = new ArrayList<>();
    for (int step = 0; step < size - 1; step++) {
      List<ChunkCopy> transfers = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        int chunk = ranks.get(Math.floorMod(i - step, size));
        transfers.add(new ChunkCopy(ranks.get(i), ranks.get(i), List.of(chunk), hops.get(i)));
      }
      steps.add(new PlanStep(transfers));
    }
    return steps;
  }
}
