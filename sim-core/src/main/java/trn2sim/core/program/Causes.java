package trn2sim.core.program;

import trn2sim.core.timeline.WaitReason;

/** Finds, among everything a task waits for, the one that came last. */
final class Causes {
  private long ready;
  private long inputs;
  private WaitReason reason;
  private int blamed;

  void reset(long laneFreePs) {
    ready = laneFreePs;
    inputs = 0;
    reason = WaitReason.NONE;
    blamed = -1;
  }

  /**
   * Takes note of something waited for; true if it is the last so far, and so to {@link #blame}.
   */
  boolean isLast(long atPs) {
    inputs = Math.max(inputs, atPs);
    if (atPs <= ready) {
      return false;
    }
    ready = atPs;
    return true;
  }

  void blame(WaitReason why, int who) {
    reason = why;
    blamed = who;
  }

  long readyPs() {
    return ready;
  }

  long inputsPs() {
    return inputs;
  }

  WaitReason reason() {
    return reason;
  }

  int blamed() {
    return blamed;
  }
}
