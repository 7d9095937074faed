package trn2sim.traces.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock file held by one process at a time; the system lets go of it when that process ends,
 * however it ends.
 *
 * <p>A process that closes any descriptor of a file loses its POSIX locks on it. So the locked file
 * holds nothing but the owner's process number, and a process never opens one that it has claimed.
 */
public final class FileClaim implements Closeable {
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();
  private static final int LONGEST_OWNER = 20;

  private final Path file;
  private final FileChannel channel;

  private FileClaim(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** The claim, or nothing if this or another process holds it; the directory must exist. */
  public static Optional<FileClaim> take(Path path) throws IOException {
    Path file = path.toAbsolutePath().normalize();
    if (!OWN.add(file)) {
      return Optional.empty();
    }
    boolean taken = false;
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      taken = channel.tryLock() != null;
      if (taken) {
        write(channel, Long.toString(ProcessHandle.current().pid()));
        return Optional.of(new FileClaim(file, channel));
      }
      return Optional.empty();
    } finally {
      if (!taken) {
        OWN.remove(file);
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  /** Who holds a file that cannot be claimed, in words. */
  public static String owner(Path path) throws IOException {
    Path file = path.toAbsolutePath().normalize();
    String number =
        OWN.contains(file)
            ? Long.toString(ProcessHandle.current().pid())
            : Files.readString(file, StandardCharsets.ISO_8859_1);
    boolean sensible = number.length() <= LONGEST_OWNER && number.matches("[0-9]+");
    return sensible ? "process " + number : "another process";
  }

  private static void write(FileChannel channel, String text) throws IOException {
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), 0);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      channel.truncate(0);
    } finally {
      OWN.remove(file);
    }
  }
}
