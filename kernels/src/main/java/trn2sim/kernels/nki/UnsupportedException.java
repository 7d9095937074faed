package trn2sim.kernels.nki;

/** Something a kernel asks for that is not simulated; who catches it adds the kernel's line. */
final class UnsupportedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsupportedException(String message) {
    super(message);
  }
}
