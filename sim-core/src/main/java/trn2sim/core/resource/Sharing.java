package trn2sim.core.resource;

import java.util.ArrayList;
import java.util.List;

/** Progressive filling over the flows connected to a set of changed channels. */
final class Sharing {
  private final List<Channel> channels = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();

  /** The flows that have no rate yet, in the same order. */
  private Flow[] open = new Flow[64];

  private int visit;

  /** Gives every flow reachable from {@code changed} its max-min fair rate from {@code now} on. */
  void divide(List<Channel> changed, long now) {
    collect(changed);
    for (int i = 0; i < channels.size(); i++) {
      channels.get(i).residual = channels.get(i).capacity();
    }
    open = flows.toArray(open);
    for (int i = 0; i < flows.size(); i++) {
      open[i].advance(now);
    }
    int left = flows.size();
    while (left > 0) {
      double level = nextLevel(left);
      int still = settle(level, left);
      if (still == left) {
        throw new IllegalStateException("progressive filling settled no flow at " + level);
      }
      left = still;
    }
    for (int i = 0; i < flows.size(); i++) {
      flows.get(i).predict();
    }
  }

  private void collect(List<Channel> changed) {
    visit++;
    channels.clear();
    flows.clear();
    for (int i = 0; i < changed.size(); i++) {
      visit(changed.get(i));
    }
    for (int i = 0; i < channels.size(); i++) {
      List<Flow> sharing = channels.get(i).flows;
      for (int j = 0; j < sharing.size(); j++) {
        visit(sharing.get(j));
      }
    }
  }

  private void visit(Flow flow) {
    if (flow.visited != visit) {
      flow.visited = visit;
      flows.add(flow);
      for (Flow.Use use : flow.uses) {
        visit(use.channel());
      }
    }
  }

  private void visit(Channel channel) {
    if (channel.visited != visit) {
      channel.visited = visit;
      channels.add(channel);
    }
  }

  /** The lowest level at which one of the open flows reaches its own cap or a channel is full. */
  private double nextLevel(int left) {
    for (int i = 0; i < channels.size(); i++) {
      channels.get(i).claim = 0;
    }
    double level = Double.POSITIVE_INFINITY;
    for (int i = 0; i < left; i++) {
      Flow flow = open[i];
      level = Math.min(level, flow.capLevel);
      for (Flow.Use use : flow.uses) {
        use.channel().claim += use.unitsPerByte() * flow.fairPerPs;
      }
    }
    for (int i = 0; i < channels.size(); i++) {
      Channel channel = channels.get(i);
      if (channel.claim > 0) {
        channel.fullLevel = Math.max(0, channel.residual) / channel.claim;
        level = Math.min(level, channel.fullLevel);
      }
    }
    return level;
  }

  /** Fixes the flows that are at their cap or on a full channel; returns how many stay open. */
  private int settle(double level, int left) {
    int still = 0;
    for (int i = 0; i < left; i++) {
      Flow flow = open[i];
      if (!isLimited(flow, level)) {
        open[still++] = flow;
        continue;
      }
      flow.rate = level * flow.fairPerPs;
      for (Flow.Use use : flow.uses) {
        use.channel().residual -= use.unitsPerByte() * flow.rate;
      }
    }
    return still;
  }

  private static boolean isLimited(Flow flow, double level) {
    if (flow.capLevel <= level) {
      return true;
    }
    for (Flow.Use use : flow.uses) {
      if (use.channel().fullLevel <= level) {
        return true;
      }
    }
    return false;
  }
}
