package trn2sim.core.unit;

/** How many of one unit make another; doubles, so that a division by one cuts nothing off. */
public final class Units {
  public static final double PS_PER_US = 1e6;
  public static final double PS_PER_SECOND = 1e12;

  /** Operations per second in a TFLOPS. */
  public static final double TERA = 1e12;

  /** Bytes in a GB. */
  public static final double GIGA = 1e9;

  private Units() {}
}
