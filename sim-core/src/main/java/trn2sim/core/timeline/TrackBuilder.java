package trn2sim.core.timeline;

import trn2sim.core.timeline.Track.Kind;

/** Fills a track whose number of bars is known. */
public final class TrackBuilder {
  final String name;
  final Kind kind;
  final int process;
  final int[] tasks;
  final long[] starts;
  final long[] ends;
  final byte[] reasons;
  final int[] blamed;
  private int size;

  public TrackBuilder(String name, Kind kind, int process, int bars) {
    this.name = name;
    this.kind = kind;
    this.process = process;
    this.tasks = new int[bars];
    this.starts = new long[bars];
    this.ends = new long[bars];
    this.reasons = new byte[bars];
    this.blamed = new int[bars];
  }

  public void bar(int task, long startPs, long endPs, WaitReason reason, int who) {
    tasks[size] = task;
    starts[size] = startPs;
    ends[size] = endPs;
    boolean waited = startPs > (size == 0 ? 0 : ends[size - 1]);
    reasons[size] = (byte) (waited ? reason : WaitReason.NONE).ordinal();
    blamed[size] = waited ? who : -1;
    size++;
  }

  public Track build() {
    if (size != tasks.length) {
      throw new IllegalStateException(name + ": " + size + " bars of " + tasks.length);
    }
    return new Track(this);
  }
}
