package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.dma.Transfer;

/**
 * The payloads of a queue by the name of their row: it has as many rows as it carried payloads at
 * once, for those on engines of their own do not wait for one another.
 */
final class PayloadRows {
  private PayloadRows() {}

  static Map<String, List<NeuronCore.Payload>> of(
      Transfer.Queue queue, List<NeuronCore.Payload> carried) {
    Map<String, List<NeuronCore.Payload>> rows = new LinkedHashMap<>();
    for (List<NeuronCore.Payload> lane : lanes(carried)) {
      String number = rows.isEmpty() ? "" : "[" + (rows.size() + 1) + "]";
      rows.put(queue.label() + number, lane);
    }
    return rows;
  }

  /** Each payload goes to the first row that is free when it begins. */
  private static List<List<NeuronCore.Payload>> lanes(List<NeuronCore.Payload> carried) {
    List<List<NeuronCore.Payload>> lanes = new ArrayList<>();
    carried.stream()
        .sorted(Comparator.comparingLong(NeuronCore.Payload::startPs))
        .forEach(payload -> free(lanes, payload.startPs()).add(payload));
    return lanes;
  }

  private static List<NeuronCore.Payload> free(List<List<NeuronCore.Payload>> lanes, long atPs) {
    for (List<NeuronCore.Payload> lane : lanes) {
      if (lane.get(lane.size() - 1).endPs() <= atPs) {
        return lane;
      }
    }
    lanes.add(new ArrayList<>());
    return lanes.get(lanes.size() - 1);
  }
}
