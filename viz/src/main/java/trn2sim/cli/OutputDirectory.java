package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
    Path existing = WriteTrial.nearest(absolute);
    if (target.toString().isEmpty() || existing == null) {
      throw SpecException.at(place, Quote.of(target.toString()), "a directory");
    }
    if (!Files.isDirectory(existing)) {
      String found = existing.equals(absolute) ? "a file of that name" : existing + " as a file";
      throw SpecException.at(place + " " + target, found, "a directory, or nothing");
    }
    WriteTrial.in(place + " " + target, existing);
  }

  /**
   * Files are written beside the target, or within it if it is there, and moved once all are
   * complete. A directory that is there may be another file system, and the only one to write on.
   */
  static void write(Path target, Contents contents) {
    try {
      Path absolute = target.toAbsolutePath().normalize();
      boolean within = Files.isDirectory(absolute);
      Path workplace = within ? absolute : absolute.getParent();
      if (within && absolute.getParent() != null) {
        ScratchDirectory.deleteAbandoned(absolute.getParent());
      }
      Files.createDirectories(workplace);
      try (ScratchDirectory scratch = ScratchDirectory.in(workplace)) {
        contents.write(scratch.files());
        publish(scratch.files(), absolute, contents.replaces());
      }
    } catch (IOException e) {
      throw failed(target, e);
    }
  }

  private static UncheckedIOException failed(Path target, IOException e) {
    return new UncheckedIOException("cannot write " + target + ": " + WriteTrial.reason(e), e);
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
}
