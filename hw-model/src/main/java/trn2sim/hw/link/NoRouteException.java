package trn2sim.hw.link;

/** Two chips with no way between them over the links that are left. */
public final class NoRouteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoRouteException(String message) {
    super(message);
  }
}
