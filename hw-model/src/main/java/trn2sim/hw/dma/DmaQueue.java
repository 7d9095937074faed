package trn2sim.hw.dma;

import java.util.ArrayDeque;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.resource.FlowRoute;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;

/**
 * One in-order queue of a core's DMA engines: dispatch, descriptor fetch, first-data latency,
 * payload shared with other queues, notification. Payloads follow one another; what comes before a
 * payload overlaps the payloads of earlier transfers, and so do the fetches of several transfers. A
 * payload whose engines have yet to get their descriptors moves more slowly.
 */
public final class DmaQueue {
  /** Told when a transfer's payload began and ended and when its semaphore is up. */
  public interface Listener {
    void transferred(int task, long payloadStartPs, long payloadEndPs, long donePs);
  }

  private record Entry(int task, Transfer transfer, long arrivalPs) {}

  private final Simulation simulation;
  private final FlowNetwork network;
  private final DmaEngines engines;
  private final Jitter jitter;
  private final Listener listener;
  private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
  private boolean busy;

  /** The transfer before, and its way: the next one is often of the same kind. */
  private Transfer last;

  private FlowRoute route;
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
  }

  /** Takes a transfer whose instruction starts at {@code startPs}; calls come in start order. */
  public void submit(int task, Transfer transfer, long startPs) {
    long arrival = startPs + transfer.dispatchPs();
    if (transfer.fetchPs() > 0) {
      int slot = fetches++ % fetchFree.length;
      arrival = Math.max(arrival, fetchFree[slot]) + transfer.fetchPs();
      fetchFree[slot] = arrival;
    }
    waiting.add(new Entry(task, transfer, arrival));
    if (!busy) {
      next();
    }
  }

  private void next() {
    Entry entry = waiting.poll();
    if (entry == null) {
      busy = false;
      return;
    }
    busy = true;
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
    if (last == null || !transfer.loadsAs(last)) {
      route = engines.route(transfer);
    }
    last = transfer;
    network.start(transfer.bytes(), route, cap, 1, () -> finish(entry, begin));
  }

  private void finish(Entry entry, long begin) {
    long end = simulation.now();
    listener.transferred(entry.task, begin, end, end + entry.transfer.notifyPs());
    next();
  }
}
