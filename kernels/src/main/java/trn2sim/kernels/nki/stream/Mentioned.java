package trn2sim.kernels.nki.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Set;
import trn2sim.core.json.JsonLines;

/** Wants lines with one of a few texts in them, which is found out without reading them as JSON. */
final class Mentioned implements JsonLines.Filter {
  private final byte[][] texts;

  Mentioned(Set<String> texts) {
    this.texts = texts.stream().sorted().map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new);
  }

  @Override
  public boolean wants(byte[] bytes, int from, int to) {
    for (byte[] text : texts) {
      for (int at = from; at <= to - text.length; at++) {
        if (bytes[at] == text[0]
            && Arrays.equals(bytes, at, at + text.length, text, 0, text.length)) {
          return true;
        }
      }
    }
    return false;
  }
}
