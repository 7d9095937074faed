package trn2sim.hw.memory;

/** An access to elements that a tensor does not have. */
public final class OutOfBoundsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  OutOfBoundsException(String message) {
    super(message);
  }
}
