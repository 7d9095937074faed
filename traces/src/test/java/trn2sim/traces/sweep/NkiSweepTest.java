package trn2sim.traces.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

/** Sweeps over a kernel whose instructions are in a file of their own. */
class NkiSweepTest {
  private static final Path STREAMS = Path.of("..", "python", "tests", "golden");

  @TempDir private Path directory;
  private SweepFile sweep;

  @BeforeEach
  void write() throws IOException {
    for (String name : List.of("masked", "matmul")) {
      Files.copy(STREAMS.resolve(name + ".nki.jsonl"), directory.resolve(name + ".nki.jsonl"));
    }
    Files.writeString(directory.resolve("bad.nki.jsonl"), "no stream\n");
    Path file = directory.resolve("sweep.yaml");
    Files.writeString(
        file,
        """
        kernel: { stream: masked.nki.jsonl }
        axes: { kernel.stream: [masked.nki.jsonl, matmul.nki.jsonl, bad.nki.jsonl] }
        """);
    sweep = SweepFile.read(file, List.of());
  }

  private List<SweepRow> rows() {
    PointRunner runner =
        new PointRunner(
            sweep,
            new ScenarioLoader(Kernels.ALL),
            ScenarioRunner.standard(),
            key -> Optional.empty());
    return IntStream.range(0, sweep.size()).mapToObj(runner::row).toList();
  }

  @Test
  void aStreamThatCannotBeReadIsARow() {
    SweepRow bad = rows().get(2);
    assertTrue(bad.failed());
    assertTrue(bad.error().contains("bad.nki.jsonl:1"), bad.error());
  }

  @Test
  void anotherTextUnderTheSameNameIsAnotherPoint() throws IOException {
    SweepRow before = rows().get(0);
    assertEquals(before, rows().get(0));
    Files.copy(
        directory.resolve("matmul.nki.jsonl"),
        directory.resolve("masked.nki.jsonl"),
        StandardCopyOption.REPLACE_EXISTING);
    SweepRow after = rows().get(0);
    assertNotEquals(before.key(), after.key());
    assertNotEquals(before.figures(), after.figures());
  }

  @Test
  void rowsOfKernelsInFilesAreCompared() throws IOException {
    assertEquals(SweepJournal.Rows.COMPARED, sweep.rows());
    Path file = directory.resolve("kernels.yaml");
    Files.writeString(file, "axes: { kernel: [{ stream: masked.nki.jsonl }, matmul] }\n");
    assertEquals(SweepJournal.Rows.COMPARED, SweepFile.read(file, List.of()).rows());
    Files.writeString(file, "kernel: matmul\naxes: { shape.K: [128] }\n");
    assertEquals(SweepJournal.Rows.NUMBERED, SweepFile.read(file, List.of()).rows());
  }
}
