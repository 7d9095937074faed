package trn2sim.hw.dma;

import java.util.ArrayDeque;
import java.util.List;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.resource.FlowRoute;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;

/**
 * One queue of a core's DMA engines, which has a ring on each of them: dispatch, descriptor fetch,
 * first-data latency, payload shared with other queues, notification. A ring is in order, so
 * payloads follow one another on the engines that they share, and only there; what comes before a
 * payload overlaps the payloads of earlier transfers, and so do the fetches of several transfers. A
 * payload whose engines have yet to get their descriptors moves more slowly.
 */
public final class DmaQueue {
  /** Told when a transfer's payload began and ended and when its semaphore is up. */
  public interface Listener {
    void transferred(int task, long payloadStartPs, long payloadEndPs, long donePs);
  }

  /** Kinds of transfers that take turns on a queue. */
  private static final int KINDS = 4;

  /** The channels and engines of a transfer and those like it. */
  private record Way(Transfer transfer, FlowRoute route, int[] rings) {}

  private static final class Entry {
    private final int task;
    private final Transfer transfer;
    private final long arrivalPs;
    private final Way way;
    private boolean begun;

    Entry(int task, Transfer transfer, long arrivalPs, Way way) {
      this.task = task;
      this.transfer = transfer;
      this.arrivalPs = arrivalPs;
      this.way = way;
    }
  }

  private final Simulation simulation;
  private final FlowNetwork network;
  private final DmaEngines engines;
  private final Jitter jitter;
  private final Listener listener;

  /** What each engine has yet to end for this queue, in order; the first is under way or next. */
  private final List<ArrayDeque<Entry>> rings;

  /** The latest ways: the next transfer is often of the same kind. */
  private final Way[] ways = new Way[KINDS];

  private int kinds;
  private final long[] fetchFree;
  private int fetches;

  /**
   * @param fetches how many descriptor fetches may be under way at once
   */
  public DmaQueue(
      Simulation simulation,
      FlowNetwork network,
      DmaEngines engines,
      Jitter jitter,
      int fetches,
      Listener listener) {
    this.simulation = simulation;
    this.network = network;
    this.engines = engines;
    this.jitter = jitter;
    this.fetchFree = new long[fetches];
    this.listener = listener;
    this.rings = engines.engines().stream().map(engine -> new ArrayDeque<Entry>()).toList();
  }

  /** Takes a transfer whose instruction starts at {@code startPs}; calls come in start order. */
  public void submit(int task, Transfer transfer, long startPs) {
    long arrival = startPs + transfer.dispatchPs();
    if (transfer.fetchPs() > 0) {
      int slot = fetches++ % fetchFree.length;
      arrival = Math.max(arrival, fetchFree[slot]) + transfer.fetchPs();
      fetchFree[slot] = arrival;
    }
    Entry entry = new Entry(task, transfer, arrival, way(transfer));
    for (int ring : entry.way.rings) {
      rings.get(ring).add(entry);
    }
    beginIfFirst(entry);
  }

  private Way way(Transfer transfer) {
    for (Way way : ways) {
      if (way != null && transfer.loadsAs(way.transfer)) {
        return way;
      }
    }
    Way made = new Way(transfer, engines.route(transfer), engines.rings(transfer));
    ways[kinds++ % KINDS] = made;
    return made;
  }

  /** Begins it once none of its engines has something to do before it. */
  private void beginIfFirst(Entry entry) {
    for (int ring : entry.way.rings) {
      if (rings.get(ring).peek() != entry) {
        return;
      }
    }
    if (!entry.begun) {
      entry.begun = true;
      begin(entry);
    }
  }

  private void begin(Entry entry) {
    long now = simulation.now();
    long begin = Math.max(now, entry.arrivalPs);
    long latency = jitter.of(entry.transfer.latencyPs());
    long data = Math.max(now, entry.arrivalPs + latency);
    long staggerPs = Math.max(0, entry.arrivalPs + latency + entry.transfer.staggerPs() - data);
    simulation.at(data, Phase.COMPLETE, "DMA payload", () -> move(entry, begin, staggerPs));
  }

  private void move(Entry entry, long begin, long staggerPs) {
    Transfer transfer = entry.transfer;
    double cap =
        transfer.pacePs() > 0
            ? (double) transfer.bytes() / (transfer.pacePs() + staggerPs)
            : Double.POSITIVE_INFINITY;
    network.start(transfer.bytes(), entry.way.route, cap, 1, () -> finish(entry, begin));
  }

  private void finish(Entry entry, long begin) {
    long end = simulation.now();
    for (int ring : entry.way.rings) {
      rings.get(ring).remove();
    }
    listener.transferred(entry.task, begin, end, end + entry.transfer.notifyPs());
    for (int ring : entry.way.rings) {
      Entry next = rings.get(ring).peek();
      if (next != null) {
        beginIfFirst(next);
      }
    }
  }
}
