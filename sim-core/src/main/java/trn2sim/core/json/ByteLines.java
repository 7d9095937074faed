package trn2sim.core.json;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a file as bytes, one at a time, without their ends. */
final class ByteLines implements Closeable {
  private static final int BLOCK = 1 << 16;

  private final InputStream stream;
  private byte[] bytes = new byte[BLOCK];

  /** Where the bytes that were read from the file end. */
  private int filled;

  private int from;
  private int to = -1;
  private int number;

  ByteLines(InputStream stream) {
    this.stream = stream;
  }

  /** Goes to the next line; false behind the last. */
  boolean next() throws IOException {
    from = to + 1;
    to = from;
    number++;
    while (true) {
      while (to < filled && bytes[to] != '\n') {
        to++;
      }
      if (to < filled) {
        return true;
      }
      if (!fill()) {
        return to > from;
      }
    }
  }

  /** Reads more behind the line at hand, which it moves to the front. */
  private boolean fill() throws IOException {
    byte[] place = to - from > bytes.length / 2 ? new byte[2 * bytes.length] : bytes;
    System.arraycopy(bytes, from, place, 0, to - from);
    bytes = place;
    filled = to - from;
    from = 0;
    to = filled;
    int more = stream.read(bytes, filled, bytes.length - filled);
    filled += Math.max(0, more);
    return more >= 0;
  }

  /** The number of the line at hand. */
  int number() {
    return number;
  }

  boolean isBlank() {
    for (int at = from; at < to; at++) {
      if (bytes[at] > ' ') {
        return false;
      }
    }
    return true;
  }

  boolean has(LinePattern pattern) {
    return pattern.matches(bytes, from, to);
  }

  boolean pass(JsonLines.Filter filter) {
    return filter.wants(bytes, from, to);
  }

  /** The line at hand. */
  byte[] line() {
    return Arrays.copyOfRange(bytes, from, to);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
