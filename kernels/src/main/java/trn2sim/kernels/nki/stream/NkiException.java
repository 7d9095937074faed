package trn2sim.kernels.nki.stream;

/** A kernel written in NKI that cannot be recorded or simulated, with its file and line. */
public final class NkiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NkiException(String message) {
    super(message);
  }
}
