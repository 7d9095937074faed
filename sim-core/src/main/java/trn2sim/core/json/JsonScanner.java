package trn2sim.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/**
 * One JSON document read value by value, for documents too large to hold. A value that nobody asked
 * for is skipped with everything in it. What is not JSON is a {@link JsonLinesException}.
 */
public final class JsonScanner implements Closeable {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonParser parser;

  public JsonScanner(InputStream stream) throws IOException {
    parser = FACTORY.createParser(stream);
  }

  private interface Question<T> {
    T ask() throws IOException;
  }

  private <T> T checked(Question<T> question) throws IOException {
    try {
      return question.ask();
    } catch (JsonProcessingException e) {
      throw new JsonLinesException(
          e.getLocation().getLineNr(),
          JsonProblem.of(e) + " (byte " + e.getLocation().getByteOffset() + ")");
    }
  }

  /** Goes to the document's value; false if the document is empty. */
  public boolean begin() throws IOException {
    return checked(parser::nextToken) != null;
  }

  public boolean atObject() {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }

  public boolean atList() {
    return parser.currentToken() == JsonToken.START_ARRAY;
  }

  /** Goes to the next member of the innermost object; false at its end. */
  public boolean nextMember() throws IOException {
    JsonToken token = checked(parser::nextToken);
    if (token == JsonToken.FIELD_NAME) {
      checked(parser::nextToken);
      return true;
    }
    return false;
  }

  /** The name of the member at hand. */
  public String name() throws IOException {
    return parser.currentName();
  }

  /** Goes to the next item of the innermost list; false at its end. */
  public boolean nextItem() throws IOException {
    return checked(parser::nextToken) != JsonToken.END_ARRAY;
  }

  /** Leaves out whatever is in the value at hand. */
  public void skip() throws IOException {
    checked(parser::skipChildren);
  }

  /** The value at hand as text, as it is written; of a list or an object, nothing. */
  public String text() throws IOException {
    if (parser.currentToken().isScalarValue()) {
      return checked(parser::getText);
    }
    skip();
    return "";
  }

  /** The value at hand as a whole number, rounded; a text that is a number will do. */
  public OptionalLong whole() throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      return OptionalLong.of(parser.getLongValue());
    }
    try {
      double value = Double.parseDouble(text());
      boolean sane = Math.abs(value) < Long.MAX_VALUE;
      return sane ? OptionalLong.of(Math.round(value)) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether the value at hand is true, or a text or number that means so. */
  public boolean truth() throws IOException {
    String text = text();
    return text.equals("true") || text.equals("yes") || text.equals("1");
  }

  /** Whether anything but white space follows. */
  public boolean more() throws IOException {
    return checked(parser::nextToken) != null;
  }

  /** How many bytes have been read. */
  public long bytes() {
    return parser.currentLocation().getByteOffset();
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
