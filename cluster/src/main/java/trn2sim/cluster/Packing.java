package trn2sim.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trn2sim.core.json.JsonLines;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.scenario.ScenarioFiles;

/** The files of this machine; whatever is asked for is noted, to be taken along. */
final class Packing implements ScenarioFiles {
  private final ScenarioFiles local;
  private final Map<String, Luggage.Piece> files = new TreeMap<>();
  private final Map<String, Luggage.Piece> recordings = new TreeMap<>();
  private final Map<String, String> refusals = new TreeMap<>();

  Packing(ScenarioFiles local) {
    this.local = local;
  }

  @Override
  public Path absolute(Path name) {
    return local.absolute(name);
  }

  @Override
  public Optional<Path> find(Path name) {
    Optional<Path> found = local.find(name);
    found.ifPresent(
        path -> files.computeIfAbsent(fullName(absolute(name)), key -> piece(name, path)));
    return found;
  }

  @Override
  public Path recording(Map<String, Object> request, Path folder) {
    String key = JsonLines.text(request);
    try {
      Path stream = local.recording(request, folder);
      recordings.computeIfAbsent(key, unused -> piece(stream, stream));
      return stream;
    } catch (NkiException e) {
      refusals.put(key, e.getMessage());
      throw e;
    }
  }

  /** What a file is known by on both sides. */
  static String fullName(Path absolute) {
    return absolute.normalize().toString();
  }

  private static Luggage.Piece piece(Path name, Path contents) {
    try {
      return new Luggage.Piece(name.toString(), Files.readAllBytes(contents));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + ": " + e.getMessage(), e);
    }
  }

  /** Everything noted so far, with the sweep itself. */
  Luggage closed(Path sweep, List<String> changes) throws IOException {
    return new Luggage(
        absolute(Path.of("")).toString(),
        sweep.toString(),
        Files.readString(sweep),
        changes,
        files,
        recordings,
        refusals);
  }
}
