package trn2sim.core.timeline;

import java.util.List;

/**
 * A row of what a processor did besides the tasks on its lanes: transfers on a queue, copies on a
 * link, blocks on an SM.
 */
public record Row(String name, Track.Kind kind, List<Bar> bars) {
  /** One bar; the reason and who is to blame are for the gap before it, if there is one. */
  public record Bar(int task, long startPs, long endPs, WaitReason reason, int blamed) {
    /** A bar before which nothing had been issued to the row. */
    public static Bar issued(int task, long startPs, long endPs) {
      return new Bar(task, startPs, endPs, WaitReason.ISSUE, task);
    }
  }
}
