package trn2sim.traces.scenario;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.allgather.AllGatherThenMatmul;
import trn2sim.kernels.nki.Answer;
import trn2sim.kernels.nki.Check;
import trn2sim.kernels.nki.NkiFile;
import trn2sim.kernels.nki.NkiKernel;
import trn2sim.kernels.nki.RecordedStream;
import trn2sim.kernels.nki.Reference;
import trn2sim.kernels.nki.middleend.MiddleEnd;

/** Reads the {@code kernel} of a scenario that names an NKI file or a recorded stream. */
final class NkiReader {
  private static final int MOST_OUTPUTS = 64;
  private static final int MOST_TRIPS = 1_000_000;

  private static final List<String> CALL_LEAVES_OUT = List.of("module", "grid", "trip_counts");

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
    Optional<YamlCursor> stream = kernel.optional("stream");
    if (stream.isPresent()) {
      Path contents = find(file(stream.get()), stream.get());
      NkiKernel.Treatment treatment = treatment(kernel, Map.of());
      return new NkiKernel(fileName(contents), sizes, new RecordedStream(contents), treatment);
    }
    String function = kernel.child("function").string();
    Optional<YamlCursor> module = kernel.optional("module");
    Path file = module.isPresent() ? directory : source(kernel.child("nki"));
    String shown = module.map(YamlCursor::string).orElseGet(() -> fileName(file));
    Map<String, Object> template = template(kernel, sizes, file);
    NkiFile recorded = new NkiFile(template, file.getParent(), files::recording);
    return new NkiKernel(shown + ":" + function, sizes, recorded, treatment(kernel, template));
  }

  private NkiKernel.Treatment treatment(YamlCursor kernel, Map<String, Object> template) {
    return new NkiKernel.Treatment(
        answer(kernel, template), middleEnd(kernel), AllGatherThenMatmul::insteadOf);
  }

  private static MiddleEnd.Mode middleEnd(YamlCursor kernel) {
    return kernel
        .optional("middle_end")
        .map(cursor -> cursor.oneOf(Set.copyOf(MiddleEnd.Mode.labels())))
        .map(MiddleEnd.Mode::of)
        .orElse(MiddleEnd.Mode.AUTO);
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
        .orElseThrow(
            () ->
                cursor
                    .fail(cursor.found(), "a file, looked for in " + directory)
                    .didYouMean(files.nearest(file)));
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
    kernel.optional("grid").ifPresent(grid -> request.put("grid", arguments.grid(grid)));
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
      counts.put(line, count(trips.child(line)));
    }
    return counts;
  }

  /** One number, one for each time that the loop is reached, or a list of them for each program. */
  private static Object count(YamlCursor given) {
    if (given.isList()) {
      return given.list().stream().map(NkiReader::count).toList();
    }
    return given.integer(0, MOST_TRIPS);
  }

  /**
   * @param template the recorder's request; nothing for a stream
   */
  private Optional<Answer> answer(YamlCursor kernel, Map<String, Object> template) {
    int output = kernel.optional("output").map(c -> (int) c.integer(0, MOST_OUTPUTS)).orElse(0);
    Optional<YamlCursor> check = kernel.optional("check");
    Optional<YamlCursor> reference = kernel.optional("reference");
    if (check.isPresent() && reference.isPresent()) {
      throw reference.get().fail(reference.get().found(), "either check or reference");
    }
    Optional<Answer> checked =
        check.map(
            cursor -> Check.parse(cursor.string(), output).orElseThrow(() -> unknown(cursor)));
    return checked.or(() -> reference.map(c -> reference(c, kernel, template, output)));
  }

  /** {@code checks.py:expected}: a function with the arguments of the kernel. */
  private Reference reference(
      YamlCursor cursor, YamlCursor kernel, Map<String, Object> template, int output) {
    String text = cursor.string();
    int colon = text.lastIndexOf(':');
    Path file = directory.resolve(text.substring(0, Math.max(colon, 0))).normalize();
    if (colon < 1) {
      throw cursor.fail(cursor.found(), "FILE.py:FUNCTION");
    }
    if (files.find(file).isEmpty()) {
      throw cursor
          .fail("no file " + file, "a Python file, whose path begins at the scenario's folder")
          .didYouMean(Nearest.toFile(file));
    }
    Map<String, Object> call = new LinkedHashMap<>(template);
    CALL_LEAVES_OUT.forEach(call::remove);
    call.put("base", directory.toString());
    call.put("nki", file.toString());
    call.put("function", text.substring(colon + 1));
    Optional<Double> tolerance = kernel.optional("tolerance").map(c -> c.number(0, 1));
    NkiFile asked = new NkiFile(call, directory, files::recording);
    return new Reference(asked, files::results, output, tolerance);
  }

  private static SpecException unknown(YamlCursor cursor) {
    return cursor.fail(cursor.found(), Check.forms());
  }
}
