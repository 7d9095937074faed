package trn2sim.kernels.race;

/** Two accesses to shared memory that nothing orders, whatever their times in this run. */
public final class RaceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RaceException(String message) {
    super(message);
  }
}
