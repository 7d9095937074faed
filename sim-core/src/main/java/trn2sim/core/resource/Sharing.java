package trn2sim.core.resource;

import java.util.Arrays;
import java.util.List;

/** Progressive filling over the flows connected to a set of changed channels. */
final class Sharing {
  private Channel[] channels = new Channel[64];
  private int channelCount;

  /** The flows that have no rate yet. */
  private Flow[] open = new Flow[64];

  private int openCount;
  private long now;
  private int visit;

  /** Gives every flow reachable from {@code changed} its max-min fair rate from {@code now} on. */
  void divide(List<Channel> changed, long nowPs) {
    now = nowPs;
    collect(changed);
    while (openCount > 0) {
      double level = nextLevel();
      int before = openCount;
      settle(level);
      if (openCount == before) {
        throw new IllegalStateException("progressive filling settled no flow at " + level);
      }
      claimAnew();
    }
  }

  private void collect(List<Channel> changed) {
    visit++;
    channelCount = 0;
    for (int i = 0; i < changed.size(); i++) {
      visit(changed.get(i));
    }
    for (int i = 0; i < channelCount; i++) {
      List<Flow> sharing = channels[i].flows;
      for (int j = 0; j < sharing.size(); j++) {
        visit(sharing.get(j));
      }
    }
  }

  private void visit(Flow flow) {
    if (flow.visited != visit) {
      flow.visited = visit;
      flow.advance(now);
      if (openCount == open.length) {
        open = Arrays.copyOf(open, openCount * 2);
      }
      open[openCount++] = flow;
      for (Channel channel : flow.route.channels) {
        visit(channel);
      }
      claim(flow);
    }
  }

  private void visit(Channel channel) {
    if (channel.visited != visit) {
      channel.visited = visit;
      channel.residual = channel.capacity();
      channel.claim = 0;
      if (channelCount == channels.length) {
        channels = Arrays.copyOf(channels, channelCount * 2);
      }
      channels[channelCount++] = channel;
    }
  }

  private static void claim(Flow flow) {
    FlowRoute route = flow.route;
    for (int i = 0; i < route.channels.length; i++) {
      route.channels[i].claim += route.unitsPerByte[i] * flow.fairPerPs;
    }
  }

  /** What the open flows want of each channel after others have settled. */
  private void claimAnew() {
    if (openCount > 0) {
      for (int i = 0; i < channelCount; i++) {
        channels[i].claim = 0;
      }
      for (int i = 0; i < openCount; i++) {
        claim(open[i]);
      }
    }
  }

  /** The lowest level at which one of the open flows reaches its own cap or a channel is full. */
  private double nextLevel() {
    double level = Double.POSITIVE_INFINITY;
    for (int i = 0; i < openCount; i++) {
      if (open[i].capLevel < level) {
        level = open[i].capLevel;
      }
    }
    for (int i = 0; i < channelCount; i++) {
      Channel channel = channels[i];
      if (channel.claim > 0) {
        channel.fullLevel = (channel.residual > 0 ? channel.residual : 0) / channel.claim;
        if (channel.fullLevel < level) {
          level = channel.fullLevel;
        }
      }
    }
    return level;
  }

  /** Fixes the flows that are at their cap or on a full channel; the others stay open. */
  private void settle(double level) {
    int still = 0;
    for (int i = 0; i < openCount; i++) {
      Flow flow = open[i];
      if (!isLimited(flow, level)) {
        open[still++] = flow;
        continue;
      }
      flow.rate = level * flow.fairPerPs;
      flow.predict();
      FlowRoute route = flow.route;
      for (int k = 0; k < route.channels.length; k++) {
        route.channels[k].residual -= route.unitsPerByte[k] * flow.rate;
      }
    }
    openCount = still;
  }

  private static boolean isLimited(Flow flow, double level) {
    if (flow.capLevel <= level) {
      return true;
    }
    for (Channel channel : flow.route.channels) {
      if (channel.fullLevel <= level) {
        return true;
      }
    }
    return false;
  }
}
