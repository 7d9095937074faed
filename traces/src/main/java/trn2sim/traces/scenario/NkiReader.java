package trn2sim.traces.scenario;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.nki.Check;
import trn2sim.kernels.nki.NkiFile;
import trn2sim.kernels.nki.NkiKernel;

/** Reads the {@code kernel} of a scenario that names an NKI file or a recorded stream. */
final class NkiReader {
  private static final int MOST_OUTPUTS = 64;
  private static final int MOST_TRIPS = 1_000_000;

  private final YamlCursor top;
  private final Path directory;
  private final ScenarioFiles files;

  /**
   * @param directory the scenario's, which paths are relative to
   */
  NkiReader(YamlCursor top, Optional<Path> directory, ScenarioFiles files) {
    this.top = top;
    this.files = files;
    this.directory = files.absolute(directory.orElse(Path.of(""))).normalize();
  }

  NkiKernel read(YamlCursor kernel) {
    List<String> sizes = top.optional("shape").map(YamlCursor::keys).orElse(List.of());
    Optional<Check> check = check(kernel);
    Optional<YamlCursor> stream = kernel.optional("stream");
    if (stream.isPresent()) {
      Path contents = find(file(stream.get()), stream.get());
      return new NkiKernel(fileName(contents), sizes, request -> contents, check);
    }
    String function = kernel.child("function").string();
    Optional<YamlCursor> module = kernel.optional("module");
    Path file = module.isPresent() ? directory : source(kernel.child("nki"));
    String shown = module.map(YamlCursor::string).orElseGet(() -> fileName(file));
    NkiFile recorded =
        new NkiFile(template(kernel, sizes, file), file.getParent(), files::recording);
    return new NkiKernel(shown + ":" + function, sizes, recorded, check);
  }

  private static String fileName(Path file) {
    return String.valueOf(file.getFileName());
  }

  private Path file(YamlCursor cursor) {
    return directory.resolve(cursor.string()).normalize();
  }

  private Path source(YamlCursor cursor) {
    Path file = file(cursor);
    find(file, cursor);
    return file;
  }

  private Path find(Path file, YamlCursor cursor) {
    return files
        .find(file)
        .orElseThrow(() -> cursor.fail(cursor.found(), "a file, looked for in " + directory));
  }

  /** The recorder's request, but for what depends on sizes and ranks. */
  private Map<String, Object> template(YamlCursor kernel, List<String> sizes, Path file) {
    NkiArguments arguments = new NkiArguments(sizes);
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("base", directory.toString());
    if (kernel.has("module")) {
      request.put("module", kernel.child("module").string());
    } else {
      request.put("nki", file.toString());
    }
    request.put("function", kernel.child("function").string());
    kernel.optional("args").ifPresent(args -> request.put("args", arguments.read(args)));
    kernel.optional("grid").ifPresent(grid -> request.put("grid", arguments.read(grid)));
    kernel.optional("path").ifPresent(paths -> request.put("path", texts(paths)));
    kernel.optional("stubs").ifPresent(names -> request.put("stubs", texts(names)));
    kernel.optional("trip_counts").ifPresent(trips -> request.put("trip_counts", counts(trips)));
    return request;
  }

  private static List<String> texts(YamlCursor list) {
    return list.list().stream().map(YamlCursor::string).toList();
  }

  private static Map<String, Object> counts(YamlCursor trips) {
    Map<String, Object> counts = new LinkedHashMap<>();
    for (String line : trips.keys()) {
      counts.put(line, trips.child(line).integer(0, MOST_TRIPS));
    }
    return counts;
  }

  private static Optional<Check> check(YamlCursor kernel) {
    Optional<YamlCursor> wanted = kernel.optional("check");
    int output = kernel.optional("output").map(c -> (int) c.integer(0, MOST_OUTPUTS)).orElse(0);
    return wanted.map(
        cursor -> Check.parse(cursor.string(), output).orElseThrow(() -> unknown(cursor)));
  }

  private static SpecException unknown(YamlCursor cursor) {
    return cursor.fail(cursor.found(), Check.forms());
  }
}
