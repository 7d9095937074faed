package trn2sim.traces.run;

/** A run has more instructions than its runner was told to accept; nothing was simulated. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public TooLargeException(long instructions, long most) {
    super("found " + instructions + " instructions, expected at most " + most);
  }
}
