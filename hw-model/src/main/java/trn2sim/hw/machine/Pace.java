package trn2sim.hw.machine;

/** How many times as long as usual the engines of a core take. */
record Pace(double factor) {
  static final Pace USUAL = new Pace(1);

  /** A time or a number of cycles at this pace, rounded up. */
  long of(long usual) {
    return factor == 1 ? usual : (long) Math.ceil(usual * factor);
  }
}
