package trn2sim.core.config;

import java.util.Optional;

/** Bad input, in one line: where it is, what was found, what was expected, what may be meant. */
public final class SpecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private SpecException(String message) {
    super(message);
  }

  /** {@code where: found X, expected Y}; {@code where} is a file and line, and a key if any. */
  public static SpecException at(String where, String found, String expected) {
    return new SpecException(where + ": found " + found + ", expected " + expected);
  }

  /** The same error with {@code ; did you mean Z?} if there is a suggestion. */
  public SpecException didYouMean(Optional<String> suggestion) {
    return suggestion
        .map(name -> new SpecException(getMessage() + "; did you mean " + name + "?"))
        .orElse(this);
  }
}
