package trn2sim.core.resource;

import java.util.ArrayList;
import java.util.List;

/** Something with a limited rate that flows share: a link, a memory, an engine's time. */
public final class Channel {
  private final String name;
  private final double capacity;
  final List<Flow> flows = new ArrayList<>(4);
  private double carried;
  private long busyPs;
  private long busySince;

  /** Marks the channel as visited by the reshare with this number. */
  int visited;

  /** Capacity not yet given away in the current reshare, and the claim on it. */
  double residual;

  double claim;

  /** The level of progressive filling at which it is full. */
  double fullLevel;

  /**
   * @param capacity units per picosecond; what a unit is (a byte, a picosecond of service) is the
   *     caller's choice
   */
  public Channel(String name, double capacity) {
    if (!(capacity > 0)) {
      throw new IllegalArgumentException(name + ": capacity must be positive, is " + capacity);
    }
    this.name = name;
    this.capacity = capacity;
  }

  /** The name under which results list it. */
  public String name() {
    return name;
  }

  /** Units per picosecond. */
  public double capacity() {
    return capacity;
  }

  /** Bytes carried by all finished flows. */
  public long bytes() {
    return Math.round(carried);
  }

  /** Time during which at least one flow was on the channel. */
  public long busyPs() {
    return busyPs;
  }

  void join(Flow flow, long now) {
    if (flows.isEmpty()) {
      busySince = now;
    }
    flows.add(flow);
  }

  void leave(Flow flow, double share, long now) {
    flows.remove(flow);
    carried += flow.bytes() * share;
    if (flows.isEmpty()) {
      busyPs += now - busySince;
    }
  }
}
