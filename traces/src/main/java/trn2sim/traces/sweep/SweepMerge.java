package trn2sim.traces.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import trn2sim.core.config.SpecException;

/** Brings parts of one sweep together that ran apart, each with a journal of its own. */
public final class SweepMerge {
  private SweepMerge() {}

  /**
   * Adds the rows of other journals to one, in the order of the points.
   *
   * @throws SpecException if a journal is of another sweep, or if points are missing
   */
  public static void into(SweepJournal target, SweepIdentity sweep, List<Path> journals)
      throws IOException {
    require(journals);
    for (Path path : journals) {
      add(target, sweep, path);
    }
    long missing = 0;
    int first = -1;
    for (int point = sweep.points() - 1; point >= 0; point--) {
      if (!target.has(point)) {
        missing++;
        first = point;
      }
    }
    if (missing > 0) {
      throw SpecException.at(
          "--merge",
          missing + " of " + sweep.points() + " points missing, the first one " + first,
          "directories that hold all points; run the parts that are missing, or sweep without"
              + " --merge to run the rest here");
    }
  }

  /** Refuses journals that are not there, before anything is made for them. */
  public static void require(List<Path> journals) {
    for (Path path : journals) {
      if (!Files.isRegularFile(path)) {
        throw SpecException.at("--merge", path.toString(), "a directory that a sweep has written");
      }
    }
  }

  private static void add(SweepJournal target, SweepIdentity sweep, Path path) throws IOException {
    try (SweepJournal part = SweepJournal.open(path, sweep, SweepJournal.Rows.NUMBERED)) {
      if (!part.sameSweep()) {
        throw SpecException.at(
            "--merge",
            path + " of another sweep, or of this one before its file or device changed",
            "parts of this sweep, run with the same file, --set and device");
      }
      for (int point = 0; point < sweep.points(); point++) {
        if (part.has(point)) {
          target.add(part.read(point));
        }
      }
    }
  }
}
