package trn2sim.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import trn2sim.core.config.SpecException;

/**
 * Finds out by trying whether files can be written, before anything is simulated: permissions say
 * little of a file system that is read-only, or that no files can be made in.
 */
final class WriteTrial {
  private static final String EXPECTED = "a place that can be written";

  private WriteTrial() {}

  /** Refuses a file to write, whose directory must be there. */
  static void file(String option, Path target) {
    String place = option + " " + target;
    Path directory = parent(target);
    if (Files.isDirectory(target)) {
      throw SpecException.at(place, "a directory of that name", "a file to write");
    }
    if (!Files.isDirectory(directory)) {
      throw SpecException.at(place, "no directory " + directory, EXPECTED);
    }
    if (!Files.exists(target)) {
      in(place, directory);
    } else if (!Files.isWritable(target)) {
      throw SpecException.at(place, "a file that is write-protected", EXPECTED);
    }
  }

  /** Refuses a directory that is there if nothing can be written into it. */
  static void in(String place, Path directory) {
    try {
      Files.delete(Files.createTempFile(directory, ScratchDirectory.PREFIX, ""));
    } catch (IOException e) {
      throw SpecException.at(
          place, directory + " where nothing can be written (" + reason(e) + ")", EXPECTED);
    }
  }

  /** The path itself or what is above it, whatever is there. */
  static Path nearest(Path absolute) {
    Path existing = absolute;
    while (existing != null && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
    }
    return existing;
  }

  private static Path parent(Path target) {
    Path absolute = target.toAbsolutePath().normalize();
    return absolute.getParent() == null ? absolute : absolute.getParent();
  }

  /** Most of these exceptions only name a file. */
  static String reason(IOException e) {
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
