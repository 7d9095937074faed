package trn2sim.traces.run;

/** A kernel that was accepted but cannot run: over capacity, misuse of a memory, deadlock. */
public final class RunFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunFailure(String file, RuntimeException cause, String hint) {
    super(file + ": " + cause.getMessage() + hint, cause);
  }

  /** What went wrong, without the file it went wrong in. */
  public String reason() {
    return getCause().getMessage();
  }
}
