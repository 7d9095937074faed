package trn2sim.viz.report;

import java.util.ArrayDeque;
import java.util.Deque;

/** HTML under construction; whatever text it is given is escaped. */
final class Markup {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element; attributes are names and values in turn. */
  Markup open(String tag, String... attributes) {
    open.push(tag);
    return start(tag, attributes);
  }

  private Markup start(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"").append(escape(attributes[i + 1]));
      out.append('"');
    }
    out.append('>');
    return this;
  }

  Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  Markup text(String text) {
    out.append(escape(text));
    return this;
  }

  /** Markup that was made before, as it is. */
  Markup markup(String made) {
    out.append(made);
    return this;
  }

  /** An element that holds nothing but text. */
  Markup element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  Markup line() {
    out.append('\n');
    return this;
  }

  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c);
      }
    }
    return safe.toString();
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return out.toString();
  }
}
