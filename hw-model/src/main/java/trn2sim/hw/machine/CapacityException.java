package trn2sim.hw.machine;

/** A program whose buffers cannot fit, with the ledger of what it holds at the worst moment. */
public final class CapacityException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CapacityException(String message) {
    super(message);
  }
}
