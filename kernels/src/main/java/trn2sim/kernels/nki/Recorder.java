package trn2sim.kernels.nki;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import trn2sim.core.json.JsonLines;
import trn2sim.kernels.nki.stream.Fields;
import trn2sim.kernels.nki.stream.NkiException;

/** Runs the recorder of NKI kernels, a Python program, as a child process. */
public final class Recorder {
  /** The system property that names the directory in which {@code python} lies. */
  public static final String HOME = "trn2sim.home";

  private static final String NEEDS = " needs python3 3.10 or newer";
  private static final Path PROGRAM = Path.of("python", "trn2sim_recorder");
  private static final long GRACE_SECONDS = 30;
  private static final long SHORT_MILLIS = 400;

  private final Path program;
  private final long seconds;
  private final Runnable meanwhile;

  /**
   * @param program the recorder's directory
   * @param seconds how long a recording may take
   */
  public Recorder(Path program, long seconds) {
    this(program, seconds, () -> {});
  }

  private Recorder(Path program, long seconds, Runnable meanwhile) {
    this.program = program;
    this.seconds = seconds;
    this.meanwhile = meanwhile;
  }

  /** The same, which begins something else while it waits for a recording that is not short. */
  public Recorder meanwhile(Runnable other) {
    return new Recorder(program, seconds, other);
  }

  /** The recorder of this installation: named by a property, else above the working directory. */
  public static Recorder installed(long seconds) {
    Optional<Path> named = Optional.ofNullable(System.getProperty(HOME)).map(Path::of);
    Path start = named.orElse(Path.of("")).toAbsolutePath();
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve(PROGRAM))) {
        return new Recorder(at.resolve(PROGRAM), seconds);
      }
    }
    throw new NkiException("there is no " + PROGRAM + " in or above " + start);
  }

  Path program() {
    return program;
  }

  /** Writes the stream of a request; refuses what the recorder refuses, in its words. */
  void record(Map<String, Object> request, Path stream) {
    Map<String, Object> limited = new LinkedHashMap<>(request);
    limited.put("limits", Map.of("seconds", seconds));
    List<String> command =
        List.of("python3", "-I", "-S", program.toString(), "-", "-o", stream.toString());
    try {
      Path errors = Files.createTempFile("trn2sim-record", ".txt");
      try {
        int status = run(command, JsonLines.text(limited), errors);
        if (status != 0) {
          throw new NkiException(reason(request, errors));
        }
      } finally {
        Files.deleteIfExists(errors);
      }
    } catch (IOException e) {
      throw new NkiException(needs(request) + " on the PATH: " + e.getMessage());
    }
  }

  private static String needs(Map<String, Object> request) {
    return (request.containsKey("values") ? "a reference" : "recording an NKI kernel") + NEEDS;
  }

  /** The numbers that a Python function returns, called under the same limits as a recording. */
  public List<double[]> results(Map<String, Object> request) {
    return written(
        request,
        results -> {
          try (Stream<String> lines = Files.lines(results, StandardCharsets.US_ASCII)) {
            return lines.map(PackedTensor::numbers).toList();
          }
        });
  }

  /**
   * A scenario for a kernel of a file, tried under the same limits as a recording.
   *
   * @param function which one; none if the file has only one
   * @param name what the scenario calls the file
   */
  public Proposal proposal(Path file, Optional<String> function, String name) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("nki", file.toAbsolutePath().toString());
    function.ifPresent(chosen -> request.put("function", chosen));
    request.put("propose", name);
    return written(
        request,
        proposed -> {
          try (InputStream text = Files.newInputStream(proposed);
              JsonLines json = new JsonLines(text)) {
            return Proposal.of(new Fields(file, json.next().orElse(JsonLines.NOTHING)));
          }
        });
  }

  /** Reads what the recorder writes. */
  private interface Reader<T> {
    T read(Path file) throws IOException;
  }

  private <T> T written(Map<String, Object> request, Reader<T> reader) {
    try {
      Path folder = Files.createTempDirectory("trn2sim-recorder");
      Path file = folder.resolve("written");
      try {
        record(request, file);
        return reader.read(file);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new NkiException("cannot read what the recorder wrote: " + e.getMessage());
    }
  }

  private int run(List<String> command, String input, Path errors) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectError(errors.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var out = process.getOutputStream()) {
      out.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException ended) {
      // It reads nothing any more: its status and its words tell why.
    }
    try {
      if (!process.waitFor(SHORT_MILLIS, TimeUnit.MILLISECONDS)) {
        meanwhile.run();
      }
      if (!process.waitFor(seconds + GRACE_SECONDS, TimeUnit.SECONDS)) {
        throw new NkiException("recording took more than " + seconds + " s");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (CancellationException) new CancellationException("interrupted").initCause(e);
    } finally {
      process.destroy();
    }
  }

  /** The recorder says in one JSON object what it refuses; anything else is Python's own. */
  private static String reason(Map<String, Object> request, Path errors) throws IOException {
    try (InputStream text = Files.newInputStream(errors);
        JsonLines json = new JsonLines(text)) {
      return new Fields("recorder", json.next().orElse(JsonLines.NOTHING)).text("line");
    } catch (IOException | NkiException e) {
      List<String> lines = Files.readAllLines(errors, StandardCharsets.UTF_8);
      String last = lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1).strip();
      return "the recorder failed (" + last + "); " + needs(request);
    }
  }
}
