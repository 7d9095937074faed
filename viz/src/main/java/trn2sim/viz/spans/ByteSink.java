package trn2sim.viz.spans;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Keeps whole numbers in as few bytes as they need: seven bits each, the lowest first. */
final class ByteSink {
  private static final int LOW_BITS = 0x7F;
  private static final int MORE = 0x80;
  private static final int LONGEST = 10;

  private byte[] buffer = new byte[1 << 10];
  private int size;

  void unsigned(long value) {
    reserve(LONGEST);
    long left = value;
    while ((left & ~LOW_BITS) != 0) {
      buffer[size++] = (byte) ((left & LOW_BITS) | MORE);
      left >>>= 7;
    }
    buffer[size++] = (byte) left;
  }

  /** Small numbers of either sign stay short: 0, -1, 1, -2 become 0, 1, 2, 3. */
  void signed(long value) {
    unsigned((value << 1) ^ (value >> 63));
  }

  void bytes(byte[] bytes) {
    unsigned(bytes.length);
    reserve(bytes.length);
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
  }

  private void reserve(int more) {
    if (buffer.length - size < more) {
      buffer = Arrays.copyOf(buffer, Math.max(size + more, buffer.length + buffer.length / 2));
    }
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(buffer, 0, size);
  }
}
