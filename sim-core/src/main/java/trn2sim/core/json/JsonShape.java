package trn2sim.core.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/**
 * An object that is written many times with other values: what stays the same is copied in one
 * piece. It is given as it looks, with {@code '} for quotes and {@code ?} where a value goes.
 */
public final class JsonShape {
  private final List<byte[]> pieces;

  public JsonShape(String text) {
    pieces =
        Arrays.stream(text.replace('\'', '"').split("\\?", -1))
            .map(piece -> piece.getBytes(UTF_8))
            .toList();
  }

  /** The text before a value, or behind the last one. */
  byte[] piece(int value) {
    return pieces.get(value);
  }
}
