package trn2sim.hw.machine;

/** A program whose buffers cannot fit, with the ledger of what it holds at the worst moment. */
public final class CapacityException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Of the script, negative if it is all of it. */
  private final int step;

  CapacityException(String message, int step) {
    super(message);
    this.step = step;
  }

  /** The number of the instruction that asks for too much, negative if it is no single one. */
  public int step() {
    return step;
  }

  /** The same with where the instruction comes from. */
  public CapacityException at(String place) {
    return new CapacityException(place + ": " + getMessage(), step);
  }
}
