package trn2sim.core.resource;

import java.util.List;

/** The channels that a flow passes, laid out for the loops over them; flows of a kind share one. */
public final class FlowRoute {
  final Channel[] channels;
  final double[] unitsPerByte;
  final double[] share;

  /** The rate of a flow that has every channel for itself. */
  final double alonePerPs;

  public FlowRoute(List<Flow.Use> uses) {
    channels = new Channel[uses.size()];
    unitsPerByte = new double[uses.size()];
    share = new double[uses.size()];
    double alone = Double.POSITIVE_INFINITY;
    for (int i = 0; i < channels.length; i++) {
      Flow.Use use = uses.get(i);
      channels[i] = use.channel();
      unitsPerByte[i] = use.unitsPerByte();
      share[i] = use.share();
      alone = Math.min(alone, use.channel().capacity() / use.unitsPerByte());
    }
    alonePerPs = alone;
  }
}
