package trn2sim.traces.profile;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import trn2sim.core.json.JsonScanner;

/** Reads the tables {@code dma} and {@code dma_queues_info}, in any order. */
final class DmaTable {
  private static final Set<String> UNUSED =
      Set.of(
          "aggregated",
          "crc",
          "dest",
          "duplicate",
          "id",
          "op",
          "packet_idx",
          "read_size",
          "semaphore_id",
          "source",
          "transfer_rate",
          "write_size");

  private final Dmas found = new Dmas();
  private final Map<String, String> queueNames = new HashMap<>();
  private final Keys keys = new Keys("dma", UNUSED);
  private final Keys queueKeys = new Keys("dma_queues_info", Set.of());
  private final Notes notes;
  private long packets;

  DmaTable(Notes notes) {
    this.notes = notes;
  }

  /** Reads a packet, the object at hand. */
  void row(JsonScanner in) throws IOException {
    DmaRow row = new DmaRow();
    while (in.nextMember()) {
      member(in, row);
    }
    if (row.startNs.isEmpty()) {
      notes.count("dma rows without a timestamp, left out");
      return;
    }
    if (row.durationNs.orElse(0) < 0) {
      notes.count("dma rows with a negative duration, taken as 0");
    }
    packets++;
    found.add(row, queue(row));
  }

  private void member(JsonScanner in, DmaRow row) throws IOException {
    switch (in.name()) {
      case "timestamp" -> row.startNs = in.whole();
      case "duration" -> row.durationNs = in.whole();
      case "sim_start_ps" -> row.startPs = in.whole();
      case "sim_end_ps" -> row.endPs = in.whole();
      case "sim_instruction" -> row.instruction = in.whole();
      case "packet_aggregation_id" -> row.together = in.whole();
      case "transfer_size" -> row.bytes = Math.max(0, in.whole().orElse(0));
      case "subgraph" -> row.core = Math.max(0, CoreName.number(in.text()));
      case "is_cc_dma" -> row.collective = in.truth();
      case "subgroup" -> row.subgroup = in.text();
      case "dma_queue" -> row.queue = in.text();
      case "dma_engine" -> row.engine = in.text();
      case "queue_type" -> row.type = in.text();
      case "variable" -> row.variable = in.text();
      default -> {
        keys.other(in.name());
        in.skip();
      }
    }
  }

  /** The queue's number or name; {@code Q0-E64} has both queue and engine. */
  private static String queue(DmaRow row) {
    String queue = row.queue.isEmpty() ? row.subgroup.replaceFirst("-.*", "") : row.queue;
    return queue.matches("\\d{1,9}") ? "Q" + queue : queue.isEmpty() ? "Q?" : queue;
  }

  /** Reads what is said of a queue, the object at hand. */
  void queueRow(JsonScanner in) throws IOException {
    String name = "";
    String number = "";
    while (in.nextMember()) {
      switch (in.name()) {
        case "q_name" -> name = in.text();
        case "q_idx" -> number = in.text();
        case "q_eng_idx" -> in.skip();
        default -> {
          queueKeys.other(in.name());
          in.skip();
        }
      }
    }
    String key = "Q" + number;
    String other = name.isEmpty() ? null : queueNames.putIfAbsent(key, name);
    if (other != null && !other.equals(name)) {
      queueNames.put(key, key);
      notes.count("queues of several names, called by their number");
    }
  }

  Dmas finish() {
    keys.tell(notes);
    queueKeys.tell(notes);
    found.rename(queueNames);
    found.sort();
    return found;
  }

  long packets() {
    return packets;
  }
}
