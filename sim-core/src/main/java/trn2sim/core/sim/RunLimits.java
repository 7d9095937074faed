package trn2sim.core.sim;

/** Bounds that stop a run that would never end. */
public record RunLimits(long maxEvents, long maxPs) {
  /** A thousand million events or one simulated hour, whichever comes first. */
  public static final RunLimits DEFAULT =
      new RunLimits(1_000_000_000L, 3_600L * 1_000_000_000_000L);

  /** SSJ keeps time in a double, which is exact for integers below 2^53. */
  private static final long EXACT_PS = 1L << 53;

  public RunLimits {
    if (maxEvents <= 0 || maxPs <= 0 || maxPs >= EXACT_PS) {
      throw new IllegalArgumentException("limits must be positive and below 2^53 ps");
    }
  }
}
