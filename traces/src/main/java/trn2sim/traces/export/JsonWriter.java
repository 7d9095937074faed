package trn2sim.traces.export;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes JSON: the same value gives the same bytes, whatever the locale and the platform. */
public final class JsonWriter {
  private static final int SHORT_LIST_WIDTH = 100;
  private static final char FIRST_SURROGATE_OR_SEPARATOR = '\u2028';

  private JsonWriter() {}

  /** The object over several lines; objects that fit on one line stay on it. */
  public static String pretty(JsonObject object) {
    StringBuilder out = new StringBuilder();
    pretty(object, "", out);
    return out.append('\n').toString();
  }

  /** The same for a list of objects. */
  public static String pretty(List<JsonObject> list) {
    StringBuilder out = new StringBuilder();
    pretty(list, "", out);
    return out.append('\n').toString();
  }

  private static void pretty(Object value, String indent, StringBuilder out) {
    String line = compact(value);
    boolean top = indent.isEmpty() && value instanceof JsonObject;
    if (line.length() + indent.length() <= SHORT_LIST_WIDTH && !top) {
      out.append(line);
      return;
    }
    String inner = indent + "  ";
    String separator = "\n";
    if (value instanceof JsonObject object) {
      out.append('{');
      for (Map.Entry<String, Object> member : object.members().entrySet()) {
        out.append(separator).append(inner).append(quote(member.getKey())).append(": ");
        pretty(member.getValue(), inner, out);
        separator = ",\n";
      }
      out.append('\n').append(indent).append('}');
    } else if (value instanceof List<?> list) {
      out.append('[');
      for (Object item : list) {
        out.append(separator).append(inner);
        pretty(item, inner, out);
        separator = ",\n";
      }
      out.append('\n').append(indent).append(']');
    } else {
      out.append(line);
    }
  }

  /** The value on one line. */
  public static String compact(Object value) {
    StringBuilder out = new StringBuilder();
    append(value, out);
    return out.toString();
  }

  private static void append(Object value, StringBuilder out) {
    if (value instanceof JsonObject object) {
      String separator = "{";
      for (Map.Entry<String, Object> member : object.members().entrySet()) {
        out.append(separator).append(quote(member.getKey())).append(": ");
        append(member.getValue(), out);
        separator = ", ";
      }
      out.append(object.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      out.append('[');
      String separator = "";
      for (Object item : list) {
        out.append(separator);
        append(item, out);
        separator = ", ";
      }
      out.append(']');
    } else if (value instanceof String text) {
      out.append(quote(text));
    } else if (value instanceof BigDecimal number) {
      out.append(JsonNumber.text(number));
    } else if (value instanceof Long || value instanceof Boolean) {
      out.append(value.toString());
    } else {
      throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  static String quote(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2);
    quote(text, out);
    return out.toString();
  }

  static void quote(String text, StringBuilder out) {
    out.append('"');
    int copied = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || c >= FIRST_SURROGATE_OR_SEPARATOR) {
        out.append(text, copied, i);
        escape(c, out);
        copied = i + 1;
      }
    }
    out.append(text, copied, text.length()).append('"');
  }

  private static void escape(char c, StringBuilder out) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
          out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        } else {
          out.append(c);
        }
      }
    }
  }
}
