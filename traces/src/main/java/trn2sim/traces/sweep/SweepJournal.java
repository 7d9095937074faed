package trn2sim.traces.sweep;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.json.JsonReader;
import trn2sim.traces.export.FileClaim;

/**
 * The finished points of a sweep as JSON Lines, each written once it is known. A line that names a
 * sweep and its digest stands before the rows of that sweep: the rows of the same sweep are found
 * by the number of their point, those of an earlier one, whose file has changed since, by what they
 * depend on. Rows stay in the file until they are asked for.
 */
public final class SweepJournal implements Closeable {
  private static final String LOCK = ".sweep.lock";
  private static final String SWEEP = "sweep";
  private static final long NOWHERE = -1;

  private final Path path;
  private final SweepIdentity sweep;
  private final FileClaim claim;
  private final JournalFile file;
  private final long[] places;
  private final Map<String, Long> earlier = new HashMap<>();
  private boolean headed;

  private SweepJournal(Path path, SweepIdentity sweep, FileClaim claim) throws IOException {
    this.path = path;
    this.sweep = sweep;
    this.claim = claim;
    this.places = new long[sweep.points()];
    Arrays.fill(places, NOWHERE);
    this.file = JournalFile.open(path);
  }

  /** What to make of the rows that a journal has. */
  public enum Rows {
    /** They are forgotten. */
    FORGOTTEN,
    /** They hold for points that depend on the same. */
    COMPARED,
    /** Those of the same sweep hold for the points they name; others are compared. */
    NUMBERED
  }

  /** The journal of a sweep, which no other process may use meanwhile. */
  public static SweepJournal open(Path path, SweepIdentity sweep, Rows rows) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    FileClaim claim = claim(directory.resolve(LOCK), path);
    try {
      SweepJournal journal = new SweepJournal(path, sweep, claim);
      try {
        journal.load(rows);
        return journal;
      } catch (IOException | RuntimeException e) {
        journal.file.close();
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

  private void load(Rows rows) throws IOException {
    if (rows == Rows.FORGOTTEN) {
      file.clear();
    }
    file.scan((place, text) -> line(place, text, rows));
  }

  private void line(long place, String text, Rows rows) {
    JsonObject json = parse(text);
    if (json.keys().contains(SWEEP)) {
      headed = sweep.equals(SweepIdentity.of(json));
      return;
    }
    SweepRow row = row(json);
    if (headed && rows == Rows.NUMBERED && row.point() < places.length) {
      places[row.point()] = place;
    } else {
      earlier.put(row.key(), place);
    }
  }

  private JsonObject parse(String line) {
    try {
      return JsonReader.object(path.toString(), line);
    } catch (SpecException e) {
      throw strange();
    }
  }

  private SweepRow row(JsonObject json) {
    return SweepRow.of(json).orElseThrow(this::strange);
  }

  private SpecException strange() {
    return SpecException.at(
        path.toString(), "a line that no sweep wrote", "a journal; remove it or use --fresh");
  }

  /** Whether the rows written last are of this sweep. */
  boolean sameSweep() {
    return headed;
  }

  /** Whether the row of a point is there. */
  boolean has(int point) {
    return places[point] != NOWHERE;
  }

  /** The row of a point that is there. */
  SweepRow read(int point) {
    return at(places[point]);
  }

  /** Whether it has rows of an earlier sweep, which points may turn out to share. */
  public boolean remembers() {
    return !earlier.isEmpty();
  }

  /** A row that depends on the same, of a sweep that wrote here before. */
  public Optional<SweepRow> sameAs(String key) {
    return Optional.ofNullable(earlier.get(key)).map(this::at);
  }

  private SweepRow at(long place) {
    try {
      return row(parse(file.line(place)));
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": " + e.getMessage(), e);
    }
  }

  /** Writes a row, unless the point has one. */
  synchronized void add(SweepRow row) throws IOException {
    if (!has(row.point())) {
      if (!headed) {
        file.add(Json.compact(sweep.json()));
        headed = true;
      }
      places[row.point()] = file.add(Json.compact(row.json()));
    }
  }

  @Override
  public void close() throws IOException {
    try (claim) {
      file.close();
      if (file.isEmpty()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
