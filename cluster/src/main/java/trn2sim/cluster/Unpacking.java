package trn2sim.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.json.JsonLines;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.scenario.ScenarioFiles;

/** Copies of the caller's files, under the names that they have there. */
final class Unpacking implements ScenarioFiles {
  private final Luggage luggage;
  private final Path directory;
  private final Map<String, Path> files = new HashMap<>();
  private final Map<String, Path> recordings = new HashMap<>();
  private final Map<String, String> names = new LinkedHashMap<>();

  Unpacking(Luggage luggage) throws IOException {
    this.luggage = luggage;
    this.directory = Files.createTempDirectory("trn2sim-points");
    directory.toFile().deleteOnExit();
    for (Map.Entry<String, Luggage.Piece> file : luggage.files().entrySet()) {
      files.put(file.getKey(), write(file.getValue()));
    }
    for (Map.Entry<String, Luggage.Piece> recording : luggage.recordings().entrySet()) {
      recordings.put(recording.getKey(), write(recording.getValue()));
    }
  }

  /** A directory for each copy: its file name stays, for kernels are called by it. */
  private Path write(Luggage.Piece piece) throws IOException {
    Path folder = Files.createDirectory(directory.resolve("file-" + names.size()));
    folder.toFile().deleteOnExit();
    Path copy = folder.resolve(Path.of(piece.name()).getFileName());
    Files.write(copy, piece.contents());
    copy.toFile().deleteOnExit();
    names.put(copy.toString(), piece.name());
    return copy;
  }

  @Override
  public Path absolute(Path name) {
    return Path.of(luggage.home()).resolve(name);
  }

  @Override
  public Optional<Path> find(Path name) {
    return Optional.ofNullable(files.get(Packing.fullName(absolute(name))));
  }

  @Override
  public Path recording(Map<String, Object> request, Path folder) {
    String key = JsonLines.text(request);
    Path stream = recordings.get(key);
    if (stream == null) {
      throw new NkiException(
          luggage.refusals().getOrDefault(key, "a recording was left behind: " + key));
    }
    return stream;
  }

  /** A message that calls files what the caller calls them. */
  String inCallersWords(String message) {
    String text = message;
    for (Map.Entry<String, String> name : names.entrySet()) {
      text = text.replace(name.getKey(), name.getValue());
    }
    return text;
  }
}
