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
  private static final int BLOCK = 1 << 16;

  private final OutputStream out;
  private final byte[] buffer = new byte[BLOCK];
  private int size;

  private final byte[] digits = new byte[LONGEST_NUMBER];
  private char[] letters = new char[256];
  private boolean inDocument;
  private boolean first;

  public JsonStream(OutputStream out) {
    this.out = out;
  }

  /** An object, the document itself or an item of a list. */
  public JsonStream open() throws IOException {
    if (inDocument) {
      (first ? this : put(',')).put('\n');
    }
    inDocument = true;
    return begin('{');
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
    if (ps < 0) {
      throw new IllegalArgumentException(key + ": traces have no times below zero, found " + ps);
    }
    return name(key).number(ps, DECIMALS);
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
    int length = value.length();
    if (length + 2 > BLOCK) {
      return raw(Json.compact(value));
    }
    ensure(length + 2);
    letters = length > letters.length ? new char[2 * length] : letters;
    value.getChars(0, length, letters, 0);
    int at = size;
    buffer[at++] = '"';
    for (int i = 0; i < length; i++) {
      char c = letters[i];
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return raw(Json.compact(value));
      }
      buffer[at++] = (byte) c;
    }
    buffer[at++] = '"';
    size = at;
    return this;
  }

  /** A number that is not negative, of which so many digits are decimals. */
  private JsonStream number(long value, int decimals) throws IOException {
    int at = digits.length;
    long rest = value;
    for (int i = 0; i <= decimals || rest > 0; i++) {
      if (i == decimals && i > 0) {
        digits[--at] = '.';
      }
      digits[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    ensure(digits.length);
    System.arraycopy(digits, at, buffer, size, digits.length - at);
    size += digits.length - at;
    return this;
  }

  private JsonStream raw(String text) throws IOException {
    flush();
    out.write(text.getBytes(UTF_8));
    return this;
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
