package trn2sim.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * JSON values, one on each line. Values are maps, lists, texts, longs, doubles, truth values and
 * {@link #NOTHING}; lines that are alike share parts, which nobody may change.
 */
public final class JsonLines implements Closeable {
  /** What {@code null} is read as. */
  public static final Object NOTHING = Json.NULL;

  /** Infinity is a number too: kernels begin maxima with minus it. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  /** Files have few kinds of lines; the others of one with many are parsed. */
  private static final int MOST_PATTERNS = 64;

  public static final Filter ALL = (bytes, from, to) -> true;

  /** Which lines of a file are read, told from their bytes. */
  public interface Filter {
    boolean wants(byte[] bytes, int from, int to);
  }

  private final ByteLines lines;
  private final Filter filter;
  private final List<LinePattern> patterns = new ArrayList<>();
  private LinePattern last = LinePattern.none();

  public JsonLines(InputStream stream) {
    this(stream, ALL);
  }

  /** Passes over lines that nobody wants, whatever stands there. */
  public JsonLines(InputStream stream, Filter filter) {
    this.lines = new ByteLines(stream);
    this.filter = filter;
  }

  /** The next value, if there is one; {@link JsonLinesException} if it is not JSON. */
  public Optional<Object> next() throws IOException {
    while (lines.next()) {
      if (!lines.isBlank() && lines.pass(filter)) {
        return Optional.of(value());
      }
    }
    return Optional.empty();
  }

  /** The line of the last value. */
  public int line() {
    return lines.number();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** Lines take turns: the pattern that came behind the last is looked at first. */
  private Object value() throws IOException {
    if (lines.has(last.next())) {
      last = last.next();
      return last.value();
    }
    for (LinePattern pattern : patterns) {
      if (lines.has(pattern)) {
        follow(pattern);
        return pattern.value();
      }
    }
    byte[] line = lines.line();
    Object value = parsed(line);
    if (patterns.size() < MOST_PATTERNS) {
      LinePattern.of(line, value)
          .ifPresent(
              pattern -> {
                patterns.add(pattern);
                follow(pattern);
              });
    }
    return value;
  }

  private void follow(LinePattern pattern) {
    last.setNext(pattern);
    last = pattern;
  }

  private Object parsed(byte[] line) throws IOException {
    try (JsonParser parser = FACTORY.createParser(line)) {
      parser.nextToken();
      Object value = value(parser);
      if (parser.nextToken() != null) {
        throw new JsonLinesException(lines.number(), "more than one value on the line");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new JsonLinesException(lines.number(), JsonProblem.of(e));
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> map(parser);
      case START_ARRAY -> list(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> NOTHING;
      default -> throw new IllegalStateException("no value: " + parser.currentToken());
    };
  }

  private static Object integer(JsonParser parser) throws IOException {
    boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    return fits ? (Object) parser.getLongValue() : (Object) parser.getDoubleValue();
  }

  private static Map<String, Object> map(JsonParser parser) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      map.put(key, value(parser));
    }
    return map;
  }

  private static List<Object> list(JsonParser parser) throws IOException {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(parser));
    }
    return list;
  }

  /** A value on one line. */
  public static String text(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      Json.write(value, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
