package trn2sim.core.config;

import java.util.Optional;
import java.util.regex.Pattern;

/** Bad input, in one line: where it is, what was found, what was expected, what may be meant. */
public final class SpecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String place;
  private final String key;
  private final String found;
  private final String expected;

  private SpecException(String message, String place, String key, String found, String expected) {
    super(message);
    this.place = place;
    this.key = key;
    this.found = found;
    this.expected = expected;
  }

  /** {@code place: found X, expected Y}, for what has no key. */
  public static SpecException at(String place, String found, String expected) {
    return at(place, "", found, expected);
  }

  /**
   * {@code place key: found X, expected Y}; the key once if the place already ends with it, and not
   * at all if the place is an option of the command line, whose name says as much.
   */
  public static SpecException at(String place, String key, String found, String expected) {
    boolean option = place.matches("--[a-z-]+");
    boolean named =
        key.isEmpty()
            || option
            || place.equals(key)
            || place.matches(".*[ .]" + Pattern.quote(key));
    String where = named ? place : place + " " + key;
    String message = where + ": found " + found + ", expected " + expected;
    return new SpecException(message, place, key, found, expected);
  }

  /** The same error with {@code ; did you mean Z?} if there is a suggestion. */
  public SpecException didYouMean(Optional<String> suggestion) {
    return suggestion
        .map(name -> getMessage() + "; did you mean " + name + "?")
        .map(message -> new SpecException(message, place, key, found, expected))
        .orElse(this);
  }

  /** A file and line, or a part of the command line. */
  public String place() {
    return place;
  }

  /** The dotted key within the file; empty if the error is not about one. */
  public String key() {
    return key;
  }

  public String found() {
    return found;
  }

  public String expected() {
    return expected;
  }
}
