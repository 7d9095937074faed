package trn2sim.core.resource;

import java.util.ArrayList;
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
  private final List<Flow> active = new ArrayList<>();
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
    return start(bytes, uses, capPerPs, 1, whenDone);
  }

  /**
   * The same for a flow that gets {@code weight} times the share of others.
   *
   * @param capPerPs the flow's own limit in bytes per picosecond, infinite if none
   */
  public Flow start(
      long bytes, List<Flow.Use> uses, double capPerPs, double weight, Runnable whenDone) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a flow needs bytes, got " + bytes);
    }
    Flow flow = new Flow(bytes, uses, capPerPs, weight, whenDone);
    long now = simulation.now();
    flow.updated = now;
    active.add(flow);
    for (Flow.Use use : uses) {
      use.channel().join(flow, now);
    }
    touch(flow, now);
    return flow;
  }

  /** Flows under way. */
  public int activeFlows() {
    return active.size();
  }

  private void touch(Flow flow, long now) {
    for (Flow.Use use : flow.uses) {
      dirty.add(use.channel());
    }
    if (flow.uses.length == 0) {
      flow.rate = flow.capPerPs;
      flow.predict();
    }
    reshare.set(now);
  }

  private void complete() {
    long now = simulation.now();
    List<Flow> finished = new ArrayList<>(2);
    int left = 0;
    for (int i = 0; i < active.size(); i++) {
      Flow flow = active.get(i);
      if (flow.finish <= now) {
        finished.add(flow);
      } else {
        active.set(left++, flow);
      }
    }
    active.subList(left, active.size()).clear();
    for (Flow flow : finished) {
      for (Flow.Use use : flow.uses) {
        use.channel().leave(flow, use.share(), now);
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
    for (int i = 0; i < active.size(); i++) {
      next = Math.min(next, active.get(i).finish);
    }
    if (next == Long.MAX_VALUE) {
      completion.clear();
    } else {
      completion.set(next);
    }
  }
}
