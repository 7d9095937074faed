package trn2sim.core.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The bounded, strictly decoded text of one input and the name that errors call it by. */
record YamlSource(String name, String text) {
  static final int MAX_BYTES = 4 << 20;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  YamlSource {
    if (text.length() > MAX_BYTES) {
      throw tooLong(name, text.length());
    }
    if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
      text = text.substring(1);
    }
  }

  static YamlSource of(Path file) {
    String name = file.toString();
    try {
      if (Files.isDirectory(file)) {
        throw SpecException.at(name, "a directory", "a YAML file");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw tooLong(name, Files.size(file));
      }
      try (InputStream stream = Files.newInputStream(file)) {
        return of(name, stream);
      }
    } catch (NoSuchFileException e) {
      throw SpecException.at(name, "no such file", "a YAML file").didYouMean(Nearest.toFile(file));
    } catch (AccessDeniedException e) {
      throw SpecException.at(name, "no permission to read it", "a readable YAML file");
    } catch (IOException e) {
      throw SpecException.at(name, "a read error (" + e.getMessage() + ")", "a YAML file");
    }
  }

  /** Reads no more than the limit: the size that a pipe or device reports says nothing. */
  static YamlSource of(String name, InputStream stream) throws IOException {
    byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw tooLong(name, bytes.length);
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer chars = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), chars, true);
    chars.flip();
    if (result.isError()) {
      long line = chars.chars().filter(c -> c == '\n').count() + 1;
      throw SpecException.at(name + ":" + line, "bytes that are not UTF-8", "UTF-8 text");
    }
    return new YamlSource(name, chars.toString());
  }

  private static SpecException tooLong(String name, long size) {
    return SpecException.at(
        name, size + " bytes or more", "a file of at most " + MAX_BYTES + " bytes");
  }
}
