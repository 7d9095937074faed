package trn2sim.traces.profile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Texts of which most occur once, as bytes: a million of them need no million objects. */
final class TextPool {
  private static final int BLOCK = 1 << 16;
  private static final int HEAD = 2;
  private static final int BYTE = 8;
  private static final int MASK = 0xff;
  private static final int LONGEST = BLOCK - HEAD - 1;

  private final List<byte[]> blocks = new ArrayList<>();
  private int used = BLOCK;
  private String last = "";
  private long lastPlace = -1;

  /** Keeps a text, cut where it would fill a block; returns where it is, -1 for none. */
  long add(String text) {
    if (text.isEmpty()) {
      return -1;
    }
    if (text.equals(last)) {
      return lastPlace;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, LONGEST);
    if (used + HEAD + length > BLOCK) {
      blocks.add(new byte[BLOCK]);
      used = 0;
    }
    byte[] block = blocks.get(blocks.size() - 1);
    block[used] = (byte) (length >> BYTE);
    block[used + 1] = (byte) length;
    System.arraycopy(bytes, 0, block, used + HEAD, length);
    last = text;
    lastPlace = (blocks.size() - 1L) * BLOCK + used;
    used += HEAD + length;
    return lastPlace;
  }

  String get(long place) {
    if (place < 0) {
      return "";
    }
    byte[] block = blocks.get((int) (place / BLOCK));
    int at = (int) (place % BLOCK);
    int length = ((block[at] & MASK) << BYTE) | (block[at + 1] & MASK);
    return new String(block, at + HEAD, length, StandardCharsets.UTF_8);
  }
}
