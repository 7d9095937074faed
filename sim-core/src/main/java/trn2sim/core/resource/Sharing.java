package trn2sim.core.resource;

import java.util.ArrayList;
import java.util.List;

/** Progressive filling over the flows connected to a set of changed channels. */
final class Sharing {
  private final List<Channel> channels = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();
  private int visit;

  /** Gives every flow reachable from {@code changed} its max-min fair rate from {@code now} on. */
  void divide(List<Channel> changed, long now) {
    collect(changed);
    for (Channel channel : channels) {
      channel.residual = channel.capacity();
    }
    for (Flow flow : flows) {
      flow.advance(now);
      flow.settled = false;
    }
    int open = flows.size();
    while (open > 0) {
      double level = nextLevel();
      int settled = settle(level);
      if (settled == 0) {
        throw new IllegalStateException("progressive filling settled no flow at " + level);
      }
      open -= settled;
    }
    for (Flow flow : flows) {
      flow.predict();
    }
  }

  private void collect(List<Channel> changed) {
    visit++;
    channels.clear();
    flows.clear();
    for (Channel channel : changed) {
      visit(channel);
    }
    for (int i = 0; i < channels.size(); i++) {
      for (Flow flow : channels.get(i).flows) {
        if (flow.visited != visit) {
          flow.visited = visit;
          flows.add(flow);
          for (Flow.Use use : flow.uses) {
            visit(use.channel());
          }
        }
      }
    }
  }

  private void visit(Channel channel) {
    if (channel.visited != visit) {
      channel.visited = visit;
      channels.add(channel);
    }
  }

  /** The lowest level at which a flow reaches its own cap or a channel is full. */
  private double nextLevel() {
    for (Channel channel : channels) {
      channel.claim = 0;
    }
    double level = Double.POSITIVE_INFINITY;
    for (Flow flow : flows) {
      if (!flow.settled) {
        level = Math.min(level, flow.capPerPs / flow.fairPerPs);
        for (Flow.Use use : flow.uses) {
          use.channel().claim += use.unitsPerByte() * flow.fairPerPs;
        }
      }
    }
    for (Channel channel : channels) {
      if (channel.claim > 0) {
        level = Math.min(level, Math.max(0, channel.residual) / channel.claim);
      }
    }
    return level;
  }

  /** Fixes the flows that are at their cap or on a full channel at {@code level}. */
  private int settle(double level) {
    int count = 0;
    for (Flow flow : flows) {
      if (!flow.settled && isLimited(flow, level)) {
        flow.rate = level * flow.fairPerPs;
        flow.settled = true;
        count++;
      }
    }
    for (Flow flow : flows) {
      if (flow.settled && flow.visited == visit) {
        flow.visited = -visit;
        for (Flow.Use use : flow.uses) {
          use.channel().residual -= use.unitsPerByte() * flow.rate;
        }
      }
    }
    return count;
  }

  /** Compares with the same expressions that chose the level, so equality is exact. */
  private static boolean isLimited(Flow flow, double level) {
    if (flow.capPerPs / flow.fairPerPs <= level) {
      return true;
    }
    for (Flow.Use use : flow.uses) {
      Channel channel = use.channel();
      if (Math.max(0, channel.residual) / channel.claim <= level) {
        return true;
      }
    }
    return false;
  }
}
