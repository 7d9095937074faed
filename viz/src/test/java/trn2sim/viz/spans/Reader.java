package trn2sim.viz.spans;

import java.nio.charset.StandardCharsets;

/** What the report's script does with the bytes of {@link ByteSink}. */
final class Reader {
  private final byte[] bytes;
  private int at;

  Reader(byte[] bytes) {
    this.bytes = bytes;
  }

  long unsigned() {
    long value = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[at++];
      value |= (long) (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    return value;
  }

  long signed() {
    long value = unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  String text() {
    int length = (int) unsigned();
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }
}
