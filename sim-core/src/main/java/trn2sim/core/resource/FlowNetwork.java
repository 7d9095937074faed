package trn2sim.core.resource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.core.sim.Timer;

/**
 * Channels shared by flows, max-min fair: no flow can get a larger share of its bottleneck without
 * taking from one that has an equal or smaller share (progressive filling, Bertsekas and Gallager,
 * Data Networks, section 6.5.2). Rates change only when a flow begins or ends, and then only for
 * flows connected through shared channels.
 */
public final class FlowNetwork {
  private final Simulation simulation;
  private Flow[] active = new Flow[64];
  private int activeCount;
  private final List<Channel> dirty = new ArrayList<>();
  private final Sharing sharing = new Sharing();
  private final Timer completion;
  private final Timer reshare;

  public FlowNetwork(Simulation simulation) {
    this.simulation = simulation;
    this.completion = new Timer(simulation, Phase.COMPLETE, "flow completion", this::complete);
    this.reshare = new Timer(simulation, Phase.RESHARE, "flow reshare", this::reshare);
  }

  /**
   * Starts moving {@code bytes} now.
   *
   * @param capPerPs the flow's own limit in bytes per picosecond, infinite if none
   */
  public Flow start(long bytes, List<Flow.Use> uses, double capPerPs, Runnable whenDone) {
    return start(bytes, new FlowRoute(uses), capPerPs, 1, whenDone);
  }

  /**
   * The same for a flow that gets {@code weight} times the share of others.
   *
   * @param capPerPs the flow's own limit in bytes per picosecond, infinite if none
   */
  public Flow start(
      long bytes, FlowRoute route, double capPerPs, double weight, Runnable whenDone) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a flow needs bytes, got " + bytes);
    }
    Flow flow = new Flow(bytes, route, capPerPs, weight, whenDone);
    long now = simulation.now();
    flow.updated = now;
    if (activeCount == active.length) {
      active = Arrays.copyOf(active, activeCount * 2);
    }
    active[activeCount++] = flow;
    for (Channel channel : route.channels) {
      channel.join(flow, now);
    }
    touch(flow, now);
    return flow;
  }

  /** Flows under way. */
  int activeFlows() {
    return activeCount;
  }

  private void touch(Flow flow, long now) {
    Collections.addAll(dirty, flow.route.channels);
    if (flow.route.channels.length == 0) {
      flow.rate = flow.capPerPs;
      flow.predict();
    }
    reshare.set(now);
  }

  private void complete() {
    long now = simulation.now();
    List<Flow> finished = new ArrayList<>(2);
    int left = 0;
    for (int i = 0; i < activeCount; i++) {
      Flow flow = active[i];
      if (flow.finish <= now) {
        finished.add(flow);
      } else {
        active[left++] = flow;
      }
    }
    Arrays.fill(active, left, activeCount, null);
    activeCount = left;
    for (Flow flow : finished) {
      FlowRoute route = flow.route;
      for (int i = 0; i < route.channels.length; i++) {
        route.channels[i].leave(flow, route.share[i], now);
      }
      touch(flow, now);
    }
    for (Flow flow : finished) {
      flow.whenDone.run();
    }
  }

  private void reshare() {
    sharing.divide(dirty, simulation.now());
    dirty.clear();
    long next = Long.MAX_VALUE;
    for (int i = 0; i < activeCount; i++) {
      next = Math.min(next, active[i].finish);
    }
    if (next == Long.MAX_VALUE) {
      completion.clear();
    } else {
      completion.set(next);
    }
  }
}
