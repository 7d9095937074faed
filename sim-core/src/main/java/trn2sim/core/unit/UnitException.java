package trn2sim.core.unit;

/** A quantity that cannot be read or represented; says what was found and what was expected. */
public final class UnitException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String found;
  private final String expected;

  UnitException(String found, String expected) {
    super("expected " + expected + ", found " + found);
    this.found = found;
    this.expected = expected;
  }

  /** The offending text, quoted. */
  public String found() {
    return found;
  }

  /** The form that would have been accepted. */
  public String expected() {
    return expected;
  }
}
