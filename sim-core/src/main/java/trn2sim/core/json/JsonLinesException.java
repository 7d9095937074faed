package trn2sim.core.json;

import java.io.IOException;

/** A text that is not JSON, with the line of the fault. */
public final class JsonLinesException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int line;

  JsonLinesException(int line, String message) {
    super(message);
    this.line = line;
  }

  public int line() {
    return line;
  }
}
