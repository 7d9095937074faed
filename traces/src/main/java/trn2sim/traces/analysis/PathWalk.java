package trn2sim.traces.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Puts a critical path together, from its end to its beginning. */
final class PathWalk {
  private final Deque<CriticalPath.Segment> segments = new ArrayDeque<>();
  private long atPs;
  private int process;
  private int task = -1;

  PathWalk(long endPs) {
    atPs = endPs;
  }

  /** What follows is charged for this task. */
  void visit(int ofProcess, int visited) {
    process = ofProcess;
    task = visited;
  }

  /** Charges the time before what is charged already. */
  void charge(String resource, long ps) {
    if (ps < 0) {
      throw new IllegalStateException(resource + " charged with " + ps + " ps at " + atPs);
    }
    if (ps > 0) {
      long end = goesOn(resource) ? segments.removeFirst().endPs() : atPs;
      atPs -= ps;
      segments.addFirst(new CriticalPath.Segment(resource, atPs, end, process, task));
    }
  }

  private boolean goesOn(String resource) {
    CriticalPath.Segment next = segments.peekFirst();
    return next != null
        && next.resource().equals(resource)
        && next.process() == process
        && next.task() == task;
  }

  CriticalPath path() {
    return new CriticalPath(List.copyOf(segments));
  }
}
