package trn2sim.cli;

/** A scenario that was accepted but cannot run, with the file it came from. */
final class ScenarioFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScenarioFailure(String message, RuntimeException cause) {
    super(message, cause);
  }
}
