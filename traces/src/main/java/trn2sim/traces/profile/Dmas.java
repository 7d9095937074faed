package trn2sim.traces.profile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The DMAs of a profile, in columns and by their start. Packets that carry the same {@code
 * packet_aggregation_id} belong together, up to the semaphore that each engine writes after its
 * part; a packet without is one by itself. Times are picoseconds.
 */
public final class Dmas {
  private record Together(int core, String queue, long id, int dma) {}

  /** What one engine carries of an aggregation. */
  private record Stream(int core, String queue, long id, String engine) {}

  /** How far an engine is in an aggregation, which may hold several DMAs. */
  private static final class Progress {
    private static final long SEMAPHORE_BYTES = 4;

    private int dma;
    private boolean moved;

    /** Each engine ends its part of a DMA with the write of a semaphore, which is no payload. */
    long payload(long bytes) {
      if (bytes == SEMAPHORE_BYTES && moved) {
        dma++;
        moved = false;
        return 0;
      }
      moved |= bytes > SEMAPHORE_BYTES;
      return bytes;
    }
  }

  private static final long NS = 1000;

  private final Names names = new Names();
  private final Names queues = new Names();
  private final Map<Together, Integer> known = new HashMap<>();
  private final Map<Stream, Progress> streams = new HashMap<>();
  private final Map<String, String> queueNames = new HashMap<>();
  private Column core = new Column();
  private Column queue = new Column();
  private Column type = new Column();
  private Column variable = new Column();
  private Column start = new Column();
  private Column end = new Column();
  private Column bytes = new Column();
  private Column packets = new Column();
  private Column collective = new Column();
  private Column instruction = new Column();

  /** Keeps a packet that has a time; the queue under the name it is to have. */
  void add(DmaRow row, String queueName) {
    long begin = row.startPs.orElse(row.startNs.orElse(0) * NS);
    long finish = row.endPs.orElse(begin + Math.max(0, row.durationNs.orElse(0)) * NS);
    long payload = row.bytes;
    if (row.together.isPresent()) {
      Stream stream = new Stream(row.core, queueName, row.together.getAsLong(), row.engine);
      Progress progress = streams.computeIfAbsent(stream, s -> new Progress());
      Together key = new Together(row.core, queueName, stream.id, progress.dma);
      payload = progress.payload(row.bytes);
      Integer first = known.putIfAbsent(key, size());
      if (first != null) {
        start.set(first, Math.min(start.get(first), begin));
        end.set(first, Math.max(end.get(first), finish));
        bytes.addTo(first, payload);
        packets.addTo(first, 1);
        return;
      }
    }
    core.add(row.core);
    queue.add(queues.number(queueName));
    type.add(names.number(row.type));
    variable.add(names.number(row.variable));
    start.add(begin);
    end.add(finish);
    bytes.add(payload);
    packets.add(1);
    collective.add(row.collective ? 1 : 0);
    instruction.add(row.instruction.orElse(Instructions.NO_ID));
  }

  /** Gives queues that are known by their number the names they have. */
  void rename(Map<String, String> byNumber) {
    queueNames.putAll(byNumber);
  }

  /** Puts the DMAs in order. */
  void sort() {
    known.clear();
    streams.clear();
    int[] order =
        IntStream.range(0, size())
            .boxed()
            .sorted(
                (a, b) -> {
                  int byStart = Long.compare(start.get(a), start.get(b));
                  return byStart != 0 ? byStart : Integer.compare(a, b);
                })
            .mapToInt(Integer::intValue)
            .toArray();
    core = core.in(order);
    queue = queue.in(order);
    type = type.in(order);
    variable = variable.in(order);
    start = start.in(order);
    end = end.in(order);
    bytes = bytes.in(order);
    packets = packets.in(order);
    collective = collective.in(order);
    instruction = instruction.in(order);
  }

  void shift(long ps) {
    for (Column times : Arrays.asList(start, end)) {
      for (int i = 0; i < size(); i++) {
        times.addTo(i, ps);
      }
    }
  }

  public int size() {
    return start.size();
  }

  public int core(int dma) {
    return (int) core.get(dma);
  }

  /**
   * The queue's name, such as {@code qSyncDynamicHW}; {@code Q0} where only its number is known.
   */
  public String queue(int dma) {
    return queueNames.getOrDefault(queues.name(queue.get(dma)), queues.name(queue.get(dma)));
  }

  /** Who makes the descriptors: static, software_dynamic, hardware_dynamic; may be empty. */
  public String type(int dma) {
    return names.name(type.get(dma));
  }

  /** What the packets call the tensor; may be empty. */
  public String variable(int dma) {
    return names.name(variable.get(dma));
  }

  /** When the first packet began. */
  public long startPs(int dma) {
    return start.get(dma);
  }

  /** When the last packet ended. */
  public long endPs(int dma) {
    return end.get(dma);
  }

  public long bytes(int dma) {
    return bytes.get(dma);
  }

  public int packets(int dma) {
    return (int) packets.get(dma);
  }

  /** Whether it moves data for a collective. */
  public boolean collective(int dma) {
    return collective.get(dma) != 0;
  }

  /** The number of the instruction that issued it, if the profile says so. */
  public long instruction(int dma) {
    return instruction.get(dma);
  }
}
