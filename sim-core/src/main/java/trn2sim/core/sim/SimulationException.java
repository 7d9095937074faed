package trn2sim.core.sim;

/** A simulation that cannot go on: a limit reached, or an event whose action failed. */
public final class SimulationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SimulationException(String message) {
    super(message);
  }

  SimulationException(String message, Throwable cause) {
    super(message, cause);
  }
}
