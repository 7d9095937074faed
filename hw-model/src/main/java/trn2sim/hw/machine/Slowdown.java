package trn2sim.hw.machine;

/** How many times as long as usual the engines of a core take. */
record Slowdown(double factor) {
  static final Slowdown NONE = new Slowdown(1);

  /** A time or a number of cycles so slowed down, rounded up. */
  long of(long usual) {
    return factor == 1 ? usual : (long) Math.ceil(usual * factor);
  }
}
