package trn2sim.core.config;

import java.util.regex.Pattern;
import trn2sim.core.unit.Quote;

/** The dotted name of a place in a file, such as {@code shape.K} or {@code rows[2].id}. */
record KeyPath(String text) {
  static final KeyPath ROOT = new KeyPath("");

  /** Begins the place of a value given on the command line; its key follows. */
  static final String SET = "--set ";

  private static final Pattern SIMPLE = Pattern.compile("[\\w.-]{1,60}");

  KeyPath child(String key) {
    String shown = SIMPLE.matcher(key).matches() ? key : Quote.of(key);
    return new KeyPath(text.isEmpty() ? shown : text + "." + shown);
  }

  KeyPath item(int index) {
    return new KeyPath(text + "[" + index + "]");
  }
}
