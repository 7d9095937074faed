package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import trn2sim.traces.export.FileClaim;

/**
 * A directory for files on their way to another, gone when it is closed. One whose process was
 * killed is deleted by the next process that makes one beside it: the claim in it says whether its
 * owner is still there.
 */
final class ScratchDirectory implements AutoCloseable {
  static final String PREFIX = ".trn2sim-";
  private static final String CLAIM = "owner";
  private static final String FILES = "files";
  private static final int TRIES = 10;

  private final Path directory;
  private final FileClaim claim;
  private final Thread cleaner;

  private ScratchDirectory(Path directory, FileClaim claim) {
    this.directory = directory;
    this.claim = claim;
    this.cleaner = new Thread(() -> delete(directory));
    Runtime.getRuntime().addShutdownHook(cleaner);
  }

  static ScratchDirectory in(Path parent) throws IOException {
    deleteAbandoned(parent);
    for (int i = 0; i < TRIES; i++) {
      Path directory = Files.createTempDirectory(parent, PREFIX);
      Optional<FileClaim> claim = claim(directory);
      if (claim.isPresent()) {
        Files.createDirectory(directory.resolve(FILES));
        return new ScratchDirectory(directory, claim.get());
      }
    }
    throw new IOException("others delete what is written beside it");
  }

  /** Nothing if another process took the new directory for an abandoned one. */
  private static Optional<FileClaim> claim(Path directory) throws IOException {
    try {
      return FileClaim.take(directory.resolve(CLAIM));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The empty directory to fill. */
  Path files() {
    return directory.resolve(FILES);
  }

  /** What cannot be deleted is left to somebody else; it is in nobody's way. */
  static void deleteAbandoned(Path parent) {
    try (DirectoryStream<Path> candidates = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path candidate : candidates) {
        if (Files.isDirectory(candidate, LinkOption.NOFOLLOW_LINKS)) {
          deleteIfAbandoned(candidate);
        }
      }
    } catch (IOException e) {
      return;
    }
  }

  private static void deleteIfAbandoned(Path candidate) throws IOException {
    Optional<FileClaim> claim = claim(candidate);
    if (claim.isPresent()) {
      delete(candidate);
      claim.get().close();
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> tree = Files.walk(directory)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      // The next process that writes here tries again.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    delete(directory);
    claim.close();
    try {
      Runtime.getRuntime().removeShutdownHook(cleaner);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook with it.
      return;
    }
  }
}
