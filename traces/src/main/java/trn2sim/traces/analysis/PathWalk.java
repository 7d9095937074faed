package trn2sim.traces.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Puts a critical path together, from its end to its beginning. */
final class PathWalk {
  private final Deque<CriticalPath.Segment> segments = new ArrayDeque<>();
  private long atPs;

  PathWalk(long endPs) {
    atPs = endPs;
  }

  /** Charges the time before what is charged already. */
  void charge(String resource, long ps) {
    if (ps < 0) {
      throw new IllegalStateException(resource + " charged with " + ps + " ps at " + atPs);
    }
    if (ps > 0) {
      boolean goesOn = !segments.isEmpty() && segments.getFirst().resource().equals(resource);
      long end = goesOn ? segments.removeFirst().endPs() : atPs;
      atPs -= ps;
      segments.addFirst(new CriticalPath.Segment(resource, atPs, end));
    }
  }

  CriticalPath path() {
    return new CriticalPath(List.copyOf(segments));
  }
}
