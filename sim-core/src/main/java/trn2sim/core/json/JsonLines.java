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
 * JSON values one after another, as in files with a value on each line. Values are maps, lists,
 * texts, longs, doubles, truth values and {@link #NOTHING}.
 */
public final class JsonLines implements Closeable {
  /** What {@code null} is read as. */
  public static final Object NOTHING = Json.NULL;

  /** Infinity is a number too: kernels begin maxima with minus it. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private final JsonParser parser;

  public JsonLines(InputStream stream) throws IOException {
    this.parser = FACTORY.createParser(stream);
  }

  /** The next value, if there is one; {@link JsonLinesException} if it is not JSON. */
  public Optional<Object> next() throws IOException {
    try {
      return parser.nextToken() == null ? Optional.empty() : Optional.of(value());
    } catch (JsonProcessingException e) {
      throw new JsonLinesException(e.getLocation().getLineNr(), e.getOriginalMessage());
    }
  }

  /** The line on which the last value ended. */
  public int line() {
    return parser.currentLocation().getLineNr();
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }

  private Object value() throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> map();
      case START_ARRAY -> list();
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> integer();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> NOTHING;
      default -> throw new IllegalStateException("no value: " + parser.currentToken());
    };
  }

  private Object integer() throws IOException {
    boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    return fits ? (Object) parser.getLongValue() : (Object) parser.getDoubleValue();
  }

  private Map<String, Object> map() throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      map.put(key, value());
    }
    return map;
  }

  private List<Object> list() throws IOException {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value());
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
