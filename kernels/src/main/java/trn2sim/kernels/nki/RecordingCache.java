package trn2sim.kernels.nki;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import trn2sim.core.json.JsonLines;
import trn2sim.core.sim.RunPart;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.kernels.nki.stream.StreamFile;

/**
 * Recordings by content: a request is recorded again only if it, the recorder, or a file of the
 * author's that took part, or would have had it been there, has changed.
 */
public final class RecordingCache {
  private final Recorder recorder;
  private final Path directory;

  public RecordingCache(Recorder recorder, Path directory) {
    this.recorder = recorder;
    this.directory = directory;
  }

  /** In the user's cache directory. */
  public static RecordingCache standard(Recorder recorder) {
    Path base =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .filter(text -> !text.isEmpty())
            .map(Path::of)
            .orElse(Path.of(System.getProperty("user.home"), ".cache"));
    return new RecordingCache(recorder, base.resolve("trn2sim").resolve("recordings"));
  }

  /**
   * The stream of a request.
   *
   * @param folder where the kernel file is, which the names of imported files are relative to
   */
  public Path stream(Map<String, Object> request, Path folder) {
    try {
      Files.createDirectories(directory);
      Path stream = directory.resolve(key(request) + ".nki.jsonl.gz");
      if (!isCurrent(stream, folder)) {
        Path made = Files.createTempFile(directory, "recording", ".nki.jsonl.gz");
        try {
          RunPart.RECORDING.of(() -> recorded(request, made));
          Files.move(made, stream, StandardCopyOption.REPLACE_EXISTING);
        } finally {
          Files.deleteIfExists(made);
        }
      }
      return stream;
    } catch (IOException e) {
      throw new NkiException("cannot keep recordings in " + directory + ": " + e);
    }
  }

  private Path recorded(Map<String, Object> request, Path stream) {
    recorder.record(request, stream);
    return stream;
  }

  private boolean isCurrent(Path stream, Path folder) throws IOException {
    if (!Files.isRegularFile(stream)) {
      return false;
    }
    for (Map.Entry<String, Object> file : StreamFile.head(stream).object("imports").entrySet()) {
      Path path = folder.resolve(file.getKey());
      String found = Files.isRegularFile(path) ? hash(Files.readAllBytes(path)) : "";
      if (!found.equals(file.getValue())) {
        return false;
      }
    }
    return true;
  }

  private String key(Map<String, Object> request) throws IOException {
    MessageDigest digest = sha256();
    digest.update(JsonLines.text(request).getBytes(StandardCharsets.UTF_8));
    try (Stream<Path> files = Files.walk(recorder.program())) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".py")).sorted().toList();
      for (Path source : sources) {
        digest.update(Files.readAllBytes(source));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  static String hash(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
