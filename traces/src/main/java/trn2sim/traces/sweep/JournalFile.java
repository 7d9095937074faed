package trn2sim.traces.sweep;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of lines that grows at its end and is read by the places of its lines, so that it may be
 * larger than memory. A last line that was cut short, because the process was killed, is removed.
 */
final class JournalFile implements Closeable {
  private static final int CHUNK = 1 << 16;

  /** Told of each line when a file is opened. */
  interface Visitor {
    void line(long place, String text) throws IOException;
  }

  private final FileChannel channel;
  private long end;

  private JournalFile(FileChannel channel) {
    this.channel = channel;
  }

  static JournalFile open(Path file) throws IOException {
    return new JournalFile(
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  void clear() throws IOException {
    channel.truncate(0);
  }

  /** Goes through all complete lines and forgets what stands after them. */
  void scan(Visitor visitor) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    end = 0;
    long place = 0;
    while (channel.read(buffer.clear(), place) > 0) {
      for (int i = 0; i < buffer.position(); i++) {
        byte next = buffer.get(i);
        if (next != '\n') {
          line.write(next);
          continue;
        }
        visitor.line(end, line.toString(StandardCharsets.UTF_8));
        line.reset();
        end = place + i + 1;
      }
      place += buffer.position();
    }
    channel.truncate(end);
  }

  /** Adds a line in one piece and returns its place; lines of several threads do not mix. */
  synchronized long add(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
    long place = end;
    while (bytes.hasRemaining()) {
      end += channel.write(bytes, end);
    }
    return place;
  }

  boolean isEmpty() {
    return end == 0;
  }

  /** The line at a place. */
  String line(long place) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK / 16);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (long from = place; channel.read(buffer.clear(), from) > 0; from += buffer.position()) {
      for (int i = 0; i < buffer.position(); i++) {
        if (buffer.get(i) == '\n') {
          return line.toString(StandardCharsets.UTF_8);
        }
        line.write(buffer.get(i));
      }
    }
    throw new IOException("the journal ends within a line; something else has changed it");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
