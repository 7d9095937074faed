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
      for (Flow.Use use : flow.uses) {
        visit(use.channel());
      }
    }
  }

  private void visit(Channel channel) {
    if (channel.visited != visit) {
      channel.visited = visit;
      channel.residual = channel.capacity();
      if (channelCount == channels.length) {
        channels = Arrays.copyOf(channels, channelCount * 2);
      }
      channels[channelCount++] = channel;
    }
  }

  /** The lowest level at which one of the open flows reaches its own cap or a channel is full. */
  private double nextLevel() {
    for (int i = 0; i < channelCount; i++) {
      channels[i].claim = 0;
    }
    double level = Double.POSITIVE_INFINITY;
    for (int i = 0; i < openCount; i++) {
      Flow flow = open[i];
      level = Math.min(level, flow.capLevel);
      for (Flow.Use use : flow.uses) {
        use.channel().claim += use.unitsPerByte() * flow.fairPerPs;
      }
    }
    for (int i = 0; i < channelCount; i++) {
      Channel channel = channels[i];
      if (channel.claim > 0) {
        channel.fullLevel = Math.max(0, channel.residual) / channel.claim;
        level = Math.min(level, channel.fullLevel);
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
      for (Flow.Use use : flow.uses) {
        use.channel().residual -= use.unitsPerByte() * flow.rate;
      }
    }
    openCount = still;
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
