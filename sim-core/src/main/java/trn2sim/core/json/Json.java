package trn2sim.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * Values as JSON text: the same value gives the same bytes, whatever the locale and the platform.
 * Values are {@link JsonObject}s, lists, texts, longs, decimals, truth values and {@link #NULL}.
 */
public final class Json {
  /** The value {@code null}. */
  public static final Object NULL = new Object();

  static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .characterEscapes(new Escapes())
          .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .build();

  private static final int WIDEST_LINE = 100;
  private static final int LONGEST_PLAIN = 21;

  private Json() {}

  /** The object over several lines; objects that fit on one line stay on it. */
  public static String pretty(JsonObject object) {
    return lines(object) + "\n";
  }

  /** The same for a list of objects. */
  public static String pretty(List<JsonObject> list) {
    return lines(list) + "\n";
  }

  /** The value on one line. */
  public static String compact(Object value) {
    return text(Layout.oneLine(), out -> write(value, out));
  }

  private static String lines(Object value) {
    return text(Layout.lines(), out -> writeLines(value, 0, out));
  }

  private interface Content {
    void write(JsonGenerator out) throws IOException;
  }

  private static String text(DefaultPrettyPrinter layout, Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      content.write(out.setPrettyPrinter(layout));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void writeLines(Object value, int depth, JsonGenerator out) throws IOException {
    String line = compact(value);
    boolean top = depth == 0 && value instanceof JsonObject;
    boolean fits = Layout.INDENT.length() * depth + line.length() <= WIDEST_LINE && !top;
    if (!fits && value instanceof JsonObject object) {
      out.writeStartObject();
      for (Map.Entry<String, Object> member : object.members().entrySet()) {
        out.writeFieldName(member.getKey());
        writeLines(member.getValue(), depth + 1, out);
      }
      out.writeEndObject();
    } else if (!fits && value instanceof List<?> list) {
      out.writeStartArray();
      for (Object item : list) {
        writeLines(item, depth + 1, out);
      }
      out.writeEndArray();
    } else {
      out.writeRawValue(line);
    }
  }

  /** A value, in which maps stand for objects too. */
  static void write(Object value, JsonGenerator out) throws IOException {
    if (value instanceof JsonObject object) {
      write(object.members(), out);
    } else if (value instanceof Map<?, ?> members) {
      out.writeStartObject();
      for (Map.Entry<?, ?> member : members.entrySet()) {
        out.writeFieldName((String) member.getKey());
        write(member.getValue(), out);
      }
      out.writeEndObject();
    } else if (value instanceof List<?> list) {
      out.writeStartArray();
      for (Object item : list) {
        write(item, out);
      }
      out.writeEndArray();
    } else if (value instanceof String text) {
      out.writeString(text);
    } else if (value instanceof BigDecimal number) {
      out.writeNumber(text(number));
    } else if (value instanceof Number number) {
      out.writeNumber(number.toString());
    } else if (value instanceof Boolean truth) {
      out.writeBoolean(truth);
    } else if (value == NULL) {
      out.writeNull();
    } else {
      throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private static String text(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    boolean plain = Math.abs(stripped.scale()) <= LONGEST_PLAIN;
    return plain ? stripped.toPlainString() : stripped.toString();
  }
}
