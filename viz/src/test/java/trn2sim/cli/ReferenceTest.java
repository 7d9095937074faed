package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.Kernels;
import trn2sim.traces.scenario.ScenarioLoader;

/** The generated pages in docs are what the program prints today. */
class ReferenceTest {
  @Test
  void kernelsPageIsCurrent() throws IOException {
    assertCurrent("kernels.md", "reference");
  }

  @Test
  void schemaIsCurrent() throws IOException {
    assertCurrent("scenario.schema.json", "reference", "--schema");
  }

  /** The first of its problems stands for all, which take long. */
  @Test
  void comparisonIsCurrent() throws IOException {
    String page = Files.readString(root().resolve("docs").resolve("comparison.md"));
    ComparisonPage.Problem first = ComparisonPage.PROBLEMS.get(0);
    String part = "## " + first.text() + "\n\n" + ComparisonPage.table(first);
    assertTrue(
        page.contains(part),
        () -> "./trn2sim reference --comparison > docs/comparison.md, for now it is\n" + part);
  }

  /** The loader lists the keys it asked for when it meets one that it does not know. */
  @Test
  void schemaHasTheKeysOfTheLoader() {
    YamlCursor stray =
        YamlCursor.readString(
            "stray.yaml", "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\nzzz: 1\n");
    SpecException refused =
        assertThrows(
            SpecException.class,
            () -> new ScenarioLoader(Kernels.ALL).read(stray, "stray.yaml", "s", Optional.empty()));
    String listed = refused.getMessage().replaceAll(".*one of ", "").replaceAll("[;(].*", "");
    var known = new TreeSet<>(Arrays.asList(listed.strip().split(", ")));
    YamlCursor schema = YamlCursor.readString("schema", print("reference", "--schema"));
    var described = new TreeSet<>(schema.child("properties").keys());
    assertTrue(described.removeAll(List.of("axes", "combine", "metrics", "samples")));
    assertEquals(known, described);
  }

  private static void assertCurrent(String page, String... command) throws IOException {
    Path file = root().resolve("docs").resolve(page);
    assertEquals(
        print(command),
        Files.readString(file),
        () -> page + " is old: ./trn2sim " + String.join(" ", command) + " > docs/" + page);
  }

  private static String print(String... command) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StandardOutput stream = new StandardOutput(out);
    assertEquals(0, Main.run(stream, stream, command));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("sim-core"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
