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
    channels = uses.stream().map(Flow.Use::channel).toArray(Channel[]::new);
    unitsPerByte = uses.stream().mapToDouble(Flow.Use::unitsPerByte).toArray();
    share = uses.stream().mapToDouble(Flow.Use::share).toArray();
    double alone = Double.POSITIVE_INFINITY;
    for (Flow.Use use : uses) {
      alone = Math.min(alone, use.channel().capacity() / use.unitsPerByte());
    }
    alonePerPs = alone;
  }
}
