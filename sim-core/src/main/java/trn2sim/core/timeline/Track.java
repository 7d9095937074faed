package trn2sim.core.timeline;

/**
 * One row of a timeline: bars of one kind that follow one another without overlap. Columns are kept
 * as arrays, so that millions of bars stay cheap.
 */
public final class Track {
  /** What the bars of a row are. */
  public enum Kind {
    ENGINE,
    QUEUE,
    LINK
  }

  private final String name;
  private final Kind kind;
  private final int process;
  private final int[] tasks;
  private final long[] starts;
  private final long[] ends;
  private final byte[] reasons;
  private final int[] blamed;

  Track(TrackBuilder from) {
    this.name = from.name;
    this.kind = from.kind;
    this.process = from.process;
    this.tasks = from.tasks;
    this.starts = from.starts;
    this.ends = from.ends;
    this.reasons = from.reasons;
    this.blamed = from.blamed;
  }

  /** Hierarchical name, for example {@code Chip[0].Core[3].Tensor}. */
  public String name() {
    return name;
  }

  public Kind kind() {
    return kind;
  }

  /** Position of the process whose tasks the bars are. */
  public int process() {
    return process;
  }

  public int size() {
    return starts.length;
  }

  public int task(int bar) {
    return tasks[bar];
  }

  public long startPs(int bar) {
    return starts[bar];
  }

  public long endPs(int bar) {
    return ends[bar];
  }

  /** Why the row was idle before the bar; {@link WaitReason#NONE} if it was not. */
  public WaitReason reason(int bar) {
    return WaitReason.of(reasons[bar]);
  }

  /** The task, tile or semaphore the reason names, or -1. */
  public int blamed(int bar) {
    return blamed[bar];
  }

  /** Idle time before the bar. */
  public long gapPs(int bar) {
    return starts[bar] - (bar == 0 ? 0 : ends[bar - 1]);
  }

  /** Time covered by bars. */
  public long busyPs() {
    long busy = 0;
    for (int bar = 0; bar < size(); bar++) {
      busy += ends[bar] - starts[bar];
    }
    return busy;
  }
}
