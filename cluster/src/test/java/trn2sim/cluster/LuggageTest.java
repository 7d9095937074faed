package trn2sim.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.LocalFiles;
import trn2sim.traces.scenario.ScenarioFiles;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.traces.sweep.PointRunner;
import trn2sim.traces.sweep.SweepFile;
import trn2sim.traces.sweep.SweepIdentity;
import trn2sim.traces.sweep.SweepRow;

/** Points give the same rows where their files are not, errors included. */
class LuggageTest {
  private static final Path GOLDEN = Path.of("..", "python", "tests", "golden");
  private static final Path DEVICE =
      Path.of("..", "hw-model", "src", "main", "resources", "devices", "trn2.yaml");

  @TempDir private Path directory;

  /** Recordings that are there already, and one that cannot be made. */
  private static final class Recorded implements ScenarioFiles {
    private final ScenarioFiles files = new LocalFiles(1);

    @Override
    public Path absolute(Path name) {
      return files.absolute(name);
    }

    @Override
    public Optional<Path> find(Path name) {
      return files.find(name);
    }

    @Override
    public Path recording(Map<String, Object> request, Path folder) {
      if (request.get("function").equals("refused")) {
        throw new NkiException(folder.resolve("kernel.py") + ":3: found while");
      }
      return GOLDEN.resolve("matmul.nki.jsonl");
    }
  }

  private List<SweepRow> elsewhere(Path file) throws IOException, ClassNotFoundException {
    Packing packing = new Packing(new Recorded());
    SweepFile sweep = SweepFile.read(file, List.of());
    ScenarioLoader loader = new ScenarioLoader(Kernels.ALL, packing);
    SweepIdentity.of(sweep, loader);
    PointRunner visitor = runner(sweep, loader);
    IntStream.range(0, sweep.size()).forEach(visitor::known);
    Luggage luggage = sent(packing.closed(file, List.of()));
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        Files.delete(path);
      }
    }
    Workplace workplace = new Workplace(luggage);
    return IntStream.range(0, sweep.size()).mapToObj(workplace::row).toList();
  }

  private static PointRunner runner(SweepFile sweep, ScenarioLoader loader) {
    return new PointRunner(sweep, loader, ScenarioRunner.standard(), key -> Optional.empty());
  }

  private static List<SweepRow> here(Path file) {
    SweepFile sweep = SweepFile.read(file, List.of());
    PointRunner runner = runner(sweep, new ScenarioLoader(Kernels.ALL, new Recorded()));
    return IntStream.range(0, sweep.size()).mapToObj(runner::row).toList();
  }

  private static Luggage sent(Luggage luggage) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(luggage);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Luggage) in.readObject();
    }
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void devicesTravel() throws IOException, ClassNotFoundException {
    Files.copy(DEVICE, directory.resolve("good.yaml"));
    write("bad.yaml", Files.readString(DEVICE).replaceFirst("value: ", "value: nonsense "));
    Path sweep =
        write(
            "sweep.yaml",
            """
            kernel: matmul
            shape: { M: 128, K: 128, N: 512 }
            axes: { device: [good.yaml, bad.yaml, missing.yaml, trn2] }
            """);
    List<SweepRow> expected = here(sweep);
    assertEquals(expected, elsewhere(sweep));
    assertEquals(
        List.of(false, true, true, false), expected.stream().map(SweepRow::failed).toList());
    assertTrue(expected.get(1).error().contains("bad.yaml"), expected.get(1).error());
  }

  @Test
  void recordingsAndStreamsTravel() throws IOException, ClassNotFoundException {
    Files.copy(GOLDEN.resolve("masked.nki.jsonl"), directory.resolve("masked.nki.jsonl"));
    write("bad.nki.jsonl", "no stream\n");
    write("kernel.py", "");
    Path sweep =
        write(
            "sweep.yaml",
            """
            axes:
              kernel:
                - { nki: kernel.py, function: k }
                - { nki: kernel.py, function: refused }
                - { nki: nowhere.py, function: k }
                - { stream: masked.nki.jsonl }
                - { stream: bad.nki.jsonl }
            """);
    List<SweepRow> expected = here(sweep);
    assertEquals(expected, elsewhere(sweep));
    assertEquals(
        List.of(false, true, true, false, true),
        expected.stream().map(SweepRow::failed).toList(),
        expected.toString());
  }
}
