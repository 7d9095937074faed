package trn2sim.kernels.nki.stream;

/** Something a kernel asks for that is not simulated; who catches it adds the kernel's line. */
public final class UnsupportedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnsupportedException(String message) {
    super(message);
  }
}
