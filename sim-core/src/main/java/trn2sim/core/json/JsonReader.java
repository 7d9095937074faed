package trn2sim.core.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import trn2sim.core.config.SpecException;

/** Reads JSON text into the values that {@link Json} writes. */
public final class JsonReader {
  private JsonReader() {}

  /**
   * The object that a text holds.
   *
   * @param place where the text is from, for errors
   * @throws SpecException if the text is not one JSON object
   */
  public static JsonObject object(String place, String text) {
    try (JsonParser parser = Json.FACTORY.createParser(text)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw SpecException.at(place, "no JSON object", "an object, {...}");
      }
      JsonObject object = object(parser);
      if (parser.nextToken() != null) {
        throw SpecException.at(place, "more after the JSON object", "the end of the text");
      }
      return object;
    } catch (JsonProcessingException e) {
      String where = place + ":" + e.getLocation().getLineNr();
      throw SpecException.at(where, JsonProblem.of(e), "JSON");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonObject object(JsonParser parser) throws IOException {
    JsonObject object = new JsonObject();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      object.add(key, value(parser));
    }
    return object;
  }

  private static List<Object> list(JsonParser parser) throws IOException {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(parser));
    }
    return list;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> list(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? new BigDecimal(parser.getBigIntegerValue())
              : (Object) parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> Json.NULL;
      default -> throw new IllegalStateException("no value: " + parser.currentToken());
    };
  }
}
