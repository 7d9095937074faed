package trn2sim.core.resource;

/** A transfer in progress across one or more channels. */
public final class Flow {
  /**
   * What one byte of a flow costs on a channel, in the channel's units.
   *
   * @param share bytes that pass the channel for each byte of the flow
   */
  public record Use(Channel channel, double unitsPerByte, double share) {
    /** A channel that all bytes pass. */
    public Use(Channel channel, double unitsPerByte) {
      this(channel, unitsPerByte, 1);
    }
  }

  private final long bytes;
  final FlowRoute route;
  final double capPerPs;
  final double fairPerPs;

  /** The level of progressive filling at which it reaches its cap. */
  final double capLevel;

  final Runnable whenDone;

  double remaining;
  double rate;
  long updated;
  long finish = Long.MAX_VALUE;
  int visited;

  Flow(long bytes, FlowRoute route, double capPerPs, double weight, Runnable whenDone) {
    this.bytes = bytes;
    this.route = route;
    this.capPerPs = capPerPs;
    this.whenDone = whenDone;
    this.remaining = bytes;
    this.fairPerPs = route.alonePerPs * weight;
    this.capLevel = capPerPs / fairPerPs;
  }

  /** Bytes to move in all. */
  public long bytes() {
    return bytes;
  }

  /** Brings the remaining bytes up to {@code now} at the rate in force until then. */
  void advance(long now) {
    remaining = Math.max(0, remaining - rate * (now - updated));
    updated = now;
  }

  /** The instant at which the flow ends if its rate stays. */
  void predict() {
    double ps = Math.ceil(remaining / rate);
    finish = ps >= Long.MAX_VALUE / 2.0 ? Long.MAX_VALUE : updated + (long) ps;
  }
}
