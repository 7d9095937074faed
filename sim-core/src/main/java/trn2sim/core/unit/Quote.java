package trn2sim.core.unit;

import java.util.Locale;

/** Shows a piece of input inside a one-line error message: quoted, escaped and shortened. */
public final class Quote {
  private static final int LONGEST = 60;

  private Quote() {}

  /** The text in double quotes, invisible characters escaped, cut after sixty characters. */
  public static String of(String text) {
    var shown = new StringBuilder("\"");
    text.codePoints().limit(LONGEST).forEach(c -> append(shown, c));
    if (text.codePointCount(0, text.length()) > LONGEST) {
      shown.append("...");
    }
    return shown.append('"').toString();
  }

  /**
   * The text with every character escaped that is not seen, or that changes how others are seen:
   * controls, and formats such as the bidirectional ones, which can make a line read otherwise.
   */
  public static String escape(String text) {
    var shown = new StringBuilder();
    text.codePoints().forEach(c -> append(shown, c));
    return shown.toString();
  }

  private static boolean invisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static void append(StringBuilder shown, int c) {
    switch (c) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (invisible(c)) {
          shown.append(String.format(Locale.ROOT, "\\u%04x", c));
        } else {
          shown.appendCodePoint(c);
        }
      }
    }
  }
}
