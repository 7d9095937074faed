package trn2sim.traces.sweep;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.json.JsonReader;
import trn2sim.traces.export.FileClaim;

/**
 * The finished points of a sweep as JSON Lines, each written once it is known. A line that was cut
 * short, because the process was killed, is taken away when the journal is opened again.
 */
final class SweepJournal implements Closeable {
  private static final String LOCK = ".sweep.lock";

  private final FileClaim claim;
  private final FileChannel channel;
  private final Map<String, SweepRow> rows = new LinkedHashMap<>();

  private SweepJournal(FileClaim claim, FileChannel channel) {
    this.claim = claim;
    this.channel = channel;
  }

  static SweepJournal open(Path file, boolean fresh) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    FileClaim claim = claim(directory.resolve(LOCK), file);
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      SweepJournal journal = new SweepJournal(claim, channel);
      try {
        journal.load(file, fresh);
        return journal;
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      claim.close();
      throw e;
    }
  }

  private static FileClaim claim(Path lock, Path file) throws IOException {
    Optional<FileClaim> claim = FileClaim.take(lock);
    if (claim.isEmpty()) {
      String who = FileClaim.owner(lock);
      throw SpecException.at(
          String.valueOf(file.getParent()),
          "a sweep that is still running (" + who + ")",
          "a directory of its own; wait until that sweep has ended, or use another --out");
    }
    return claim.get();
  }

  private void load(Path file, boolean fresh) throws IOException {
    if (fresh) {
      channel.truncate(0);
    }
    String text = Files.readString(file);
    String complete = text.substring(0, text.lastIndexOf('\n') + 1);
    channel.truncate(complete.getBytes(StandardCharsets.UTF_8).length);
    channel.position(channel.size());
    complete.lines().map(line -> parse(file, line)).forEach(row -> rows.put(row.key(), row));
  }

  private static SweepRow parse(Path file, String line) {
    try {
      JsonObject json = JsonReader.object(file.toString(), line);
      return new SweepRow(
          json.get("point", Long.class).map(Math::toIntExact).orElseThrow(),
          json.get("key", String.class).orElseThrow(),
          texts(json, "axes"),
          texts(json, "figures"),
          json.get("error", String.class).orElse(""));
    } catch (SpecException | NoSuchElementException | ArithmeticException e) {
      throw SpecException.at(
          file.toString(), "a line that no sweep wrote", "a journal; remove it or use --fresh");
    }
  }

  private static Map<String, String> texts(JsonObject json, String member) {
    JsonObject object = json.get(member, JsonObject.class).orElseThrow();
    Map<String, String> texts = new LinkedHashMap<>();
    object.keys().forEach(key -> texts.put(key, object.get(key, String.class).orElseThrow()));
    return texts;
  }

  /** The rows that are there, by key. */
  Map<String, SweepRow> rows() {
    return rows;
  }

  /** One write per line, so that lines of several threads do not mix. */
  synchronized void add(SweepRow row) throws IOException {
    write(channel, row);
  }

  static void write(FileChannel channel, SweepRow row) throws IOException {
    ByteBuffer line =
        ByteBuffer.wrap((Json.compact(json(row)) + "\n").getBytes(StandardCharsets.UTF_8));
    while (line.hasRemaining()) {
      channel.write(line);
    }
  }

  static JsonObject json(SweepRow row) {
    JsonObject axes = new JsonObject();
    row.values().forEach(axes::put);
    JsonObject figures = new JsonObject();
    row.figures().forEach(figures::put);
    JsonObject json =
        new JsonObject()
            .put("point", row.point())
            .put("key", row.key())
            .put("axes", axes)
            .put("figures", figures);
    return row.failed() ? json.put("error", row.error()) : json;
  }

  @Override
  public void close() throws IOException {
    try (claim) {
      channel.close();
    }
  }
}
