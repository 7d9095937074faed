package trn2sim.core.json;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A text as JSON has it, made once for a document that has it often. */
public final class JsonText {
  private static final char QUOTE = '"';

  private final byte[] quoted;

  private JsonText(byte[] quoted) {
    this.quoted = quoted;
  }

  public static JsonText of(String text) {
    byte[] plain = text.getBytes(UTF_8);
    if (!isPlain(plain)) {
      return new JsonText(Json.compact(text).getBytes(UTF_8));
    }
    byte[] quoted = new byte[plain.length + 2];
    quoted[0] = QUOTE;
    System.arraycopy(plain, 0, quoted, 1, plain.length);
    quoted[plain.length + 1] = QUOTE;
    return new JsonText(quoted);
  }

  /** Whether JSON has these letters as they are. */
  private static boolean isPlain(byte[] letters) {
    for (byte letter : letters) {
      if (letter < ' ' || letter > '~' || letter == QUOTE || letter == '\\') {
        return false;
      }
    }
    return true;
  }

  /** With its quotes. */
  byte[] bytes() {
    return quoted;
  }
}
