package trn2sim.traces.export;

import java.io.IOException;
import java.io.Writer;

/** One JSON object on a line, written member by member into a buffer that is used again. */
final class JsonLine {
  private static final long PS_PER_US = 1_000_000;

  private final StringBuilder text = new StringBuilder();
  private boolean first;

  /** Begins a new object. */
  JsonLine begin() {
    text.setLength(0);
    text.append('{');
    first = true;
    return this;
  }

  JsonLine put(String key, String value) {
    JsonWriter.quote(value, key(key));
    return this;
  }

  JsonLine put(String key, long value) {
    key(key).append(value);
    return this;
  }

  /** Picoseconds as microseconds, always with six decimals, as traces have them. */
  JsonLine putMicros(String key, long ps) {
    if (ps < 0) {
      throw new IllegalArgumentException(key + ": traces have no times below zero, found " + ps);
    }
    key(key).append(ps / PS_PER_US).append('.');
    int decimals = (int) (ps % PS_PER_US);
    for (int power = (int) (PS_PER_US / 10); power > Math.max(decimals, 1); power /= 10) {
      text.append('0');
    }
    text.append(decimals);
    return this;
  }

  /** Members that follow belong to an object under this key. */
  JsonLine open(String key) {
    key(key).append('{');
    first = true;
    return this;
  }

  JsonLine close() {
    text.append('}');
    first = false;
    return this;
  }

  /** Ends the object and writes it. */
  void writeTo(Writer out) throws IOException {
    out.append(text.append('}'));
  }

  private StringBuilder key(String key) {
    text.append(first ? "\"" : ", \"").append(key).append("\": ");
    first = false;
    return text;
  }
}
