package trn2sim.core.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;

/**
 * JSON written member by member, for documents too large to hold: objects on one line, the items of
 * a list on lines of their own. The writer given stays open.
 */
public final class JsonStream implements Closeable {
  private static final int DECIMALS = 6;
  private static final int LONGEST_TIME = 24;

  private final JsonGenerator out;
  private final char[] digits = new char[LONGEST_TIME];

  public JsonStream(Writer writer) throws IOException {
    out = Json.FACTORY.createGenerator(writer).setPrettyPrinter(Layout.itemPerLine());
  }

  /** An object, the document itself or an item of a list. */
  public JsonStream open() throws IOException {
    out.writeStartObject();
    return this;
  }

  /** Members that follow belong to an object under this key. */
  public JsonStream open(String key) throws IOException {
    out.writeObjectFieldStart(key);
    return this;
  }

  /** Objects that follow are items of a list under this key. */
  public JsonStream openList(String key) throws IOException {
    out.writeArrayFieldStart(key);
    return this;
  }

  public JsonStream put(String key, String value) throws IOException {
    out.writeStringField(key, value);
    return this;
  }

  public JsonStream put(String key, long value) throws IOException {
    out.writeNumberField(key, value);
    return this;
  }

  public JsonStream put(String key, double value) throws IOException {
    out.writeNumberField(key, value);
    return this;
  }

  /** Picoseconds as microseconds, always with six decimals, as traces have them. */
  public JsonStream putMicros(String key, long ps) throws IOException {
    if (ps < 0) {
      throw new IllegalArgumentException(key + ": traces have no times below zero, found " + ps);
    }
    int at = digits.length;
    long rest = ps;
    for (int i = 0; i <= DECIMALS || rest > 0; i++) {
      if (i == DECIMALS) {
        digits[--at] = '.';
      }
      digits[--at] = (char) ('0' + rest % 10);
      rest /= 10;
    }
    out.writeFieldName(key);
    out.writeNumber(digits, at, digits.length - at);
    return this;
  }

  /** Ends the innermost object. */
  public JsonStream end() throws IOException {
    out.writeEndObject();
    return this;
  }

  /** Ends the innermost list. */
  public JsonStream endList() throws IOException {
    out.writeEndArray();
    return this;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
