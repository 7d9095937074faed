package trn2sim.traces.replay;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.dma.Transfer;

/** Rows for DMA queues; what overlaps on one queue goes to further rows of it. */
final class QueueRows {
  private static final List<String> SIMULATED =
      Arrays.stream(Transfer.Queue.values()).map(Transfer.Queue::label).toList();

  /** Queues that simulated cores have in their order, then others. */
  static final Comparator<String> ORDER =
      Comparator.<String>comparingInt(
              row -> SIMULATED.contains(row) ? SIMULATED.indexOf(row) : SIMULATED.size())
          .thenComparing(Comparator.naturalOrder());

  private final Map<String, Long> busyUntil = new HashMap<>();

  /** The row of a queue, spelt as that of a simulated one. */
  static String name(String queue, boolean collective) {
    String plain = queue.matches("q[A-Z].*") ? queue.substring(1) : queue;
    if (collective) {
      return plain.startsWith("Cc[") ? plain : "Cc." + plain;
    }
    return "Dma." + plain;
  }

  /** The first row of a queue that is free; asked in the order of starts. */
  String place(String queue, long startPs, long endPs) {
    String row = queue;
    for (int number = 2; busyUntil.getOrDefault(row, Long.MIN_VALUE) > startPs; number++) {
      row = queue + "+" + number;
    }
    busyUntil.put(row, endPs);
    return row;
  }
}
