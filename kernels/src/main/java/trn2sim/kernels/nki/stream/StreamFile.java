package trn2sim.kernels.nki.stream;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.json.JsonLines;

/** A file with the stream of a recorded kernel, compressed or not: a JSON record on each line. */
public final class StreamFile {
  private static final int BUFFER = 1 << 16;

  private StreamFile() {}

  /** Its text. */
  public static InputStream open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    bytes.mark(2);
    boolean packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    return packed ? new GZIPInputStream(bytes, BUFFER) : bytes;
  }

  /** Its first record. */
  public static Fields head(Path file) throws IOException {
    try (JsonLines lines = new JsonLines(open(file))) {
      return new Fields(file.toString(), lines.next().orElse(JsonLines.NOTHING));
    }
  }

  /**
   * Gives every record to somebody, in order.
   *
   * @param parse what is made of a record on another thread before
   */
  public static <T> void records(Path file, Function<Fields, T> parse, Consumer<T> reader) {
    records(file, JsonLines.ALL, parse, reader);
  }

  /** Gives those records to somebody that have one of these texts in them. */
  public static void recordsWith(Set<String> texts, Path file, Consumer<Fields> reader) {
    records(file, new Mentioned(texts), Function.identity(), reader);
  }

  private static <T> void records(
      Path file, JsonLines.Filter filter, Function<Fields, T> parse, Consumer<T> reader) {
    try (RecordsAhead<T> ahead = new RecordsAhead<>(file, filter, parse)) {
      for (List<T> batch = ahead.next(); !batch.isEmpty(); batch = ahead.next()) {
        for (T record : batch) {
          Cancellation.check();
          reader.accept(record);
        }
      }
    } catch (IOException e) {
      throw new NkiException(file + ": cannot be read: " + e.getMessage());
    }
  }
}
