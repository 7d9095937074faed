package trn2sim.kernels.api;

/** A request the kernel refuses: the key of the scenario, what it says, what would be accepted. */
public final class KernelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String found;
  private final String expected;

  /**
   * @param key the dotted key of the scenario, such as {@code shape.M}
   */
  public KernelException(String key, Object found, String expected) {
    super(key + ": found " + found + ", expected " + expected);
    this.key = key;
    this.found = String.valueOf(found);
    this.expected = expected;
  }

  /** Refuses unless {@code value} is a multiple of {@code of}. */
  public static void requireMultiple(String name, int value, int of) {
    if (value % of != 0) {
      int below = value / of * of;
      String near = below == 0 ? "" + of : below + " or " + (below + of);
      throw new KernelException(name, value, "a multiple of " + of + ", for example " + near);
    }
  }

  public String key() {
    return key;
  }

  public String found() {
    return found;
  }

  public String expected() {
    return expected;
  }
}
