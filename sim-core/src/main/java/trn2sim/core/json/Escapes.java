package trn2sim.core.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.HexFormat;

/**
 * Which characters are escaped beyond what JSON asks for: surrogates, which may come alone and then
 * have no UTF-8, and the two line separators that end a line of JavaScript.
 */
final class Escapes extends CharacterEscapes {
  private static final long serialVersionUID = 1L;

  private final int[] ascii = standardAsciiEscapesForJSON();

  Escapes() {
    ascii['\b'] = ESCAPE_STANDARD;
    ascii['\f'] = ESCAPE_STANDARD;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ascii.clone();
  }

  @Override
  public SerializableString getEscapeSequence(int character) {
    char c = (char) character;
    boolean escaped = Character.isSurrogate(c) || c == '\u2028' || c == '\u2029';
    // The library asks for null where a character stays as it is.
    return escaped ? new SerializedString("\\u" + HexFormat.of().toHexDigits(c)) : null;
  }
}
