package trn2sim.viz.spans;

import java.io.IOException;
import java.io.OutputStream;

/** Writes whole numbers in as few bytes as they need: seven bits each, the lowest first. */
final class ByteSink {
  private static final int LOW_BITS = 0x7F;
  private static final int MORE = 0x80;

  private final OutputStream out;

  ByteSink(OutputStream out) {
    this.out = out;
  }

  void unsigned(long value) throws IOException {
    long left = value;
    while ((left & ~LOW_BITS) != 0) {
      out.write((int) (left & LOW_BITS) | MORE);
      left >>>= 7;
    }
    out.write((int) left);
  }

  /** Small numbers of either sign stay short: 0, -1, 1, -2 become 0, 1, 2, 3. */
  void signed(long value) throws IOException {
    unsigned((value << 1) ^ (value >> 63));
  }

  void bytes(byte[] bytes) throws IOException {
    unsigned(bytes.length);
    out.write(bytes);
  }
}
