package trn2sim.traces.profile;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.JsonLinesException;
import trn2sim.core.json.JsonScanner;
import trn2sim.core.unit.Text;

/**
 * Reads the JSON that {@code neuron-profile view --output-format json} writes, as a stream: tables
 * in any order, keys that are missing, tables and keys that are not known. Compressed with gzip
 * will do.
 */
public final class ProfileReader {
  private static final String EXPECTED =
      "the JSON that neuron-profile view --output-format json writes";
  private static final int BUFFER = 1 << 16;
  private static final int GZIP_FIRST = 0x1f;
  private static final int GZIP_SECOND = 0x8b;

  /** Tables that say nothing which the others do not. */
  private static final Set<String> UNUSED =
      Set.of(
          "active_time",
          "semaphore_update",
          "pending_dma",
          "dma_throughput",
          "instruction_usage",
          "layer_summary",
          "model_info",
          "neff_header",
          "profile_info",
          "warnings",
          "terminology");

  private final String file;
  private final Notes notes = new Notes();
  private final InstructionTable instructions = new InstructionTable(notes);
  private final DmaTable dmas = new DmaTable(notes);
  private final SmallTables small = new SmallTables(notes);
  private final Set<String> tables = new TreeSet<>();

  private ProfileReader(String file) {
    this.file = file;
  }

  /**
   * Whether a file is meant as a profile and not as a scenario: by its name, as YAML has another.
   */
  public static boolean isProfile(Path file) {
    String name = file.toString();
    return name.endsWith(".json") || name.endsWith(".json.gz");
  }

  /** Reads a file; throws {@link SpecException} for one that is no profile. */
  public static Profile read(Path file) {
    try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
      return read(file.toString(), bytes);
    } catch (NoSuchFileException e) {
      throw SpecException.at(file.toString(), "no such file", "a profile")
          .didYouMean(Nearest.toFile(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Reads a stream that is called {@code file} in messages. */
  static Profile read(String file, InputStream bytes) throws IOException {
    ProfileReader reader = new ProfileReader(file);
    try (JsonScanner in = new JsonScanner(unpacked(bytes))) {
      reader.document(in);
    } catch (JsonLinesException e) {
      throw reader.broken(e.line(), e.getMessage());
    } catch (EOFException | ZipException e) {
      throw reader.broken(0, "gzip that breaks off or is damaged (" + e.getMessage() + ")");
    }
    return reader.profile();
  }

  private static InputStream unpacked(InputStream bytes) throws IOException {
    InputStream marked = bytes.markSupported() ? bytes : new BufferedInputStream(bytes, BUFFER);
    marked.mark(2);
    boolean packed = marked.read() == GZIP_FIRST && marked.read() == GZIP_SECOND;
    marked.reset();
    return packed ? new GZIPInputStream(marked, BUFFER) : marked;
  }

  private SpecException broken(int line, String why) {
    String place = line > 0 ? file + ":" + line : file;
    String read =
        instructions.size() == 0 && dmas.packets() == 0
            ? ""
            : Text.format(
                " after %d instructions and %d DMA packets", instructions.size(), dmas.packets());
    return SpecException.at(place, why + read, EXPECTED);
  }

  private void document(JsonScanner in) throws IOException {
    if (!in.begin()) {
      throw SpecException.at(file, "an empty file", EXPECTED);
    }
    if (!in.atObject()) {
      throw SpecException.at(file, "JSON that is no object", EXPECTED);
    }
    while (in.nextMember()) {
      table(in.name(), in);
    }
    if (in.more()) {
      notes.count("text after the end of the JSON object, not read");
    }
  }

  private interface Row {
    void read(JsonScanner in) throws IOException;
  }

  private void table(String name, JsonScanner in) throws IOException {
    tables.add(name);
    switch (name) {
      case "instruction" -> rows(name, in, instructions::row);
      case "dma" -> rows(name, in, dmas::row);
      case "dma_queues_info" -> rows(name, in, dmas::queueRow);
      case "ham" -> rows(name, in, small::window);
      case "metadata", "summary" -> rows(name, in, small::texts);
      default -> {
        if (!UNUSED.contains(name)) {
          notes.count("table " + name + ", not known");
        }
        in.skip();
      }
    }
  }

  /** A table is a list of objects; one object alone is a table of one row. */
  private void rows(String name, JsonScanner in, Row row) throws IOException {
    if (in.atObject()) {
      row.read(in);
    } else if (in.atList()) {
      while (in.nextItem()) {
        if (in.atObject()) {
          row.read(in);
        } else {
          in.skip();
          notes.count("items of the table " + name + " that are no objects");
        }
      }
    } else {
      in.skip();
      notes.count("table " + name + " that is no list");
    }
  }

  private Profile profile() {
    if (instructions.size() == 0 && dmas.packets() == 0) {
      String found =
          tables.isEmpty()
              ? "no tables"
              : "no rows of instruction or dma, but " + String.join(", ", tables);
      throw SpecException.at(file, found, EXPECTED);
    }
    for (String table : new String[] {"instruction", "dma", "ham", "metadata"}) {
      if (!tables.contains(table)) {
        notes.count("table " + table + " missing");
      }
    }
    return new TimeOrder(notes)
        .profile(file, instructions.finish(), dmas.finish(), small.windows(), small.texts());
  }
}
