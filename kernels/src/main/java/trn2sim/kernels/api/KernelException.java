package trn2sim.kernels.api;

/** A request the kernel refuses, with the values and what would be accepted. */
public final class KernelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public KernelException(String message) {
    super(message);
  }

  /** Refuses unless {@code value} is a multiple of {@code of}. */
  public static void requireMultiple(String name, int value, int of) {
    if (value % of != 0) {
      int below = value / of * of;
      String near = below == 0 ? "" + of : below + " or " + (below + of);
      throw new KernelException(
          name + ": found " + value + ", expected a multiple of " + of + ", for example " + near);
    }
  }
}
