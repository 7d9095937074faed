package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory of results that appears complete or not at all. */
final class OutputDirectory {
  /** Something that fills an empty directory. */
  interface Contents {
    void write(Path directory) throws IOException;
  }

  private OutputDirectory() {}

  /** Files are written beside the target and moved there once all are complete. */
  static void write(Path target, Contents contents) {
    try {
      Path absolute = target.toAbsolutePath().normalize();
      if (Files.exists(absolute) && !Files.isDirectory(absolute)) {
        throw new IOException("there is a file of that name");
      }
      Path parent = absolute.getParent() == null ? absolute : absolute.getParent();
      Files.createDirectories(parent);
      Path scratch = Files.createTempDirectory(parent, ".trn2sim-");
      Thread cleaner = new Thread(() -> delete(scratch));
      Runtime.getRuntime().addShutdownHook(cleaner);
      try {
        contents.write(scratch);
        publish(scratch, absolute);
      } finally {
        delete(scratch);
        Runtime.getRuntime().removeShutdownHook(cleaner);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + target + ": " + reason(e), e);
    }
  }

  /** Other files in an existing directory stay. */
  private static void publish(Path scratch, Path target) throws IOException {
    Files.createDirectories(target);
    List<Path> files;
    try (Stream<Path> listing = Files.list(scratch)) {
      files = listing.sorted().toList();
    }
    for (Path file : files) {
      Files.move(
          file,
          target.resolve(file.getFileName()),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> tree = Files.walk(directory)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      // Nothing more can be done for a directory that will not go away.
      return;
    }
  }

  /** Most of these exceptions only name a file. */
  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "no permission";
    }
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is not a directory";
    }
    if (e instanceof FileSystemException failed && failed.getReason() != null) {
      return failed.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}
