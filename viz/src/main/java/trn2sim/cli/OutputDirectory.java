package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import trn2sim.core.config.SpecException;
import trn2sim.core.unit.Quote;

/** A directory of results that appears complete or not at all. */
final class OutputDirectory {
  /** Something that fills an empty directory. */
  interface Contents {
    void write(Path directory) throws IOException;

    /** Files of an earlier run that must not stay beside these. */
    default List<String> replaces() {
      return List.of();
    }
  }

  private OutputDirectory() {}

  /**
   * Refuses, before anything is simulated, a target that could not be written in the end.
   *
   * @param place what named it, such as {@code --out}
   */
  static void check(String place, Path target) {
    Path absolute = target.toAbsolutePath().normalize();
    Path existing = absolute;
    while (existing != null && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
    }
    if (target.toString().isEmpty() || existing == null) {
      throw SpecException.at(place, Quote.of(target.toString()), "a directory");
    }
    if (!Files.isDirectory(existing)) {
      String found = existing.equals(absolute) ? "a file of that name" : existing + " as a file";
      throw SpecException.at(place + " " + target, found, "a directory, or nothing");
    }
    if (!Files.isWritable(existing)) {
      throw failed(target, new AccessDeniedException(existing.toString()));
    }
  }

  /** Files are written beside the target and moved there once all are complete. */
  static void write(Path target, Contents contents) {
    try {
      Path absolute = target.toAbsolutePath().normalize();
      Path parent = absolute.getParent() == null ? absolute : absolute.getParent();
      Files.createDirectories(parent);
      try (ScratchDirectory scratch = ScratchDirectory.in(parent)) {
        contents.write(scratch.files());
        publish(scratch.files(), absolute, contents.replaces());
      }
    } catch (IOException e) {
      throw failed(target, e);
    }
  }

  private static UncheckedIOException failed(Path target, IOException e) {
    return new UncheckedIOException("cannot write " + target + ": " + reason(e), e);
  }

  /** Other files in an existing directory stay, but for those that are replaced. */
  private static void publish(Path scratch, Path target, List<String> replaced) throws IOException {
    Files.createDirectories(target);
    List<Path> files;
    try (Stream<Path> listing = Files.list(scratch)) {
      files = listing.sorted().toList();
    }
    for (String name : replaced) {
      if (!files.contains(scratch.resolve(name))) {
        Files.deleteIfExists(target.resolve(name));
      }
    }
    for (Path file : files) {
      Files.move(
          file,
          target.resolve(file.getFileName()),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.ATOMIC_MOVE);
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
    if (e instanceof NoSuchFileException) {
      return "no file can be made there";
    }
    if (e instanceof FileSystemException failed && failed.getReason() != null) {
      return failed.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}
