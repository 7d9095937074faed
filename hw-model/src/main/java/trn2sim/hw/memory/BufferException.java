package trn2sim.hw.memory;

/** A buffer of a shape that its memory does not have. */
public final class BufferException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BufferException(String message) {
    super(message);
  }
}
