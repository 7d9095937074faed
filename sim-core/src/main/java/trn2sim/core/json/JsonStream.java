package trn2sim.core.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * JSON written member by member, for documents too large to hold: objects on one line, the items of
 * a list on lines of their own. The stream given stays open. Traces have megabytes of members, and
 * nearly all are plain text and whole numbers: those go into the buffer as they are, everything
 * else as {@link Json} writes it.
 */
public final class JsonStream implements Closeable {
  private static final int DECIMALS = 6;
  private static final int LONGEST_NUMBER = 24;
  private static final JsonShape NO_SHAPE = new JsonShape("");
  private static final int BLOCK = 1 << 16;

  private final OutputStream out;
  private final byte[] buffer = new byte[BLOCK];
  private int size;

  private final Decimals digits = new Decimals();
  private boolean inDocument;
  private boolean first;

  /** The object at hand whose values are given one after another, and how many were. */
  private JsonShape shape = NO_SHAPE;

  private int given;

  public JsonStream(OutputStream out) {
    this.out = out;
  }

  /** An object, the document itself or an item of a list. */
  public JsonStream open() throws IOException {
    return item().begin('{');
  }

  private JsonStream item() throws IOException {
    if (inDocument) {
      (first ? this : put(',')).put('\n');
    }
    inDocument = true;
    return this;
  }

  /** An object of which all values follow, in order; the last one ends it. */
  public JsonStream open(JsonShape members) throws IOException {
    item();
    shape = members;
    given = 0;
    return piece();
  }

  /** The next value of a shape, a text that many objects have. */
  public JsonStream value(JsonText text) throws IOException {
    return bytes(text.bytes()).given();
  }

  /** The next value of a shape, which is not negative. */
  public JsonStream value(long number) throws IOException {
    return number(number, 0).given();
  }

  /** The next value of a shape, picoseconds as microseconds with six decimals. */
  public JsonStream micros(long ps) throws IOException {
    return number(checked(ps), DECIMALS).given();
  }

  private JsonStream given() throws IOException {
    given++;
    return piece();
  }

  private JsonStream piece() throws IOException {
    first = false;
    return bytes(shape.piece(given));
  }

  /** Members that follow belong to an object under this key. */
  public JsonStream open(String key) throws IOException {
    return name(key).begin('{');
  }

  /** Objects that follow are items of a list under this key. */
  public JsonStream openList(String key) throws IOException {
    return name(key).begin('[');
  }

  public JsonStream put(String key, String value) throws IOException {
    return name(key).text(value);
  }

  public JsonStream put(String key, long value) throws IOException {
    return value < 0 ? name(key).raw(Long.toString(value)) : name(key).number(value, 0);
  }

  public JsonStream put(String key, double value) throws IOException {
    return name(key).raw(Json.compact(value));
  }

  /** Picoseconds as microseconds, always with six decimals, as traces have them. */
  public JsonStream putMicros(String key, long ps) throws IOException {
    return name(key).number(checked(ps), DECIMALS);
  }

  private static long checked(long ps) {
    if (ps < 0) {
      throw new IllegalArgumentException("traces have no times below zero, found " + ps);
    }
    return ps;
  }

  /** Ends the innermost object. */
  public JsonStream end() throws IOException {
    first = false;
    return put('}');
  }

  /** Ends the innermost list. */
  public JsonStream endList() throws IOException {
    if (!first) {
      put('\n');
    }
    first = false;
    return put(']');
  }

  private JsonStream begin(char bracket) throws IOException {
    first = true;
    return put(bracket);
  }

  private JsonStream name(String key) throws IOException {
    if (!first) {
      put(',').put(' ');
    }
    first = false;
    return text(key).put(':').put(' ');
  }

  private JsonStream text(String value) throws IOException {
    return bytes(JsonText.of(value).bytes());
  }

  private JsonStream bytes(byte[] text) throws IOException {
    if (text.length > BLOCK) {
      flush();
      out.write(text);
      return this;
    }
    ensure(text.length);
    System.arraycopy(text, 0, buffer, size, text.length);
    size += text.length;
    return this;
  }

  /** A number that is not negative, of which so many digits are decimals. */
  private JsonStream number(long value, int decimals) throws IOException {
    int whole = digits.of(value, decimals + 1).size() - decimals;
    ensure(LONGEST_NUMBER);
    size = digits.copy(0, whole, buffer, size);
    if (decimals > 0) {
      buffer[size++] = '.';
      size = digits.copy(whole, decimals, buffer, size);
    }
    return this;
  }

  private JsonStream raw(String text) throws IOException {
    return bytes(text.getBytes(UTF_8));
  }

  private JsonStream put(char c) throws IOException {
    ensure(1);
    buffer[size++] = (byte) c;
    return this;
  }

  private void ensure(int room) throws IOException {
    if (size + room > BLOCK) {
      flush();
    }
  }

  private void flush() throws IOException {
    out.write(buffer, 0, size);
    size = 0;
  }

  @Override
  public void close() throws IOException {
    flush();
  }
}
