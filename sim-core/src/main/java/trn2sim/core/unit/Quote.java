package trn2sim.core.unit;

import java.util.Locale;

/** Shows a piece of input inside a one-line error message: quoted, escaped and shortened. */
public final class Quote {
  private static final int LONGEST = 60;

  private Quote() {}

  /** The text in double quotes, control characters escaped, cut after sixty characters. */
  public static String of(String text) {
    var shown = new StringBuilder("\"");
    text.codePoints().limit(LONGEST).forEach(c -> append(shown, c));
    if (text.codePointCount(0, text.length()) > LONGEST) {
      shown.append("...");
    }
    return shown.append('"').toString();
  }

  private static void append(StringBuilder shown, int c) {
    switch (c) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || c == 0xFEFF) {
          shown.append(String.format(Locale.ROOT, "\\u%04x", c));
        } else {
          shown.appendCodePoint(c);
        }
      }
    }
  }
}
