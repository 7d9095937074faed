package trn2sim.traces.search;

/** Whether to fuse, from the speed-up; differences below 2 % are no reason. */
public enum Advice {
  FUSE("FUSE"),
  EITHER("NO DIFFERENCE"),
  KEEP_APART("DO NOT FUSE");

  private static final double EVEN = 0.02;

  private final String words;

  Advice(String words) {
    this.words = words;
  }

  public static Advice of(double speedup) {
    return speedup > 1 + EVEN ? FUSE : speedup < 1 - EVEN ? KEEP_APART : EITHER;
  }

  public String words() {
    return words;
  }
}
