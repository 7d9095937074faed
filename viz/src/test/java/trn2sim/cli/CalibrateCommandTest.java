package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.YamlCursor;

/** {@code calibrate} and {@code run --overrides}, as typed. */
class CalibrateCommandTest extends TypedCommands {
  private static final String START_UP = "vector_engine.startup.tensor_copy";

  @TempDir Path directory;

  private Path small;
  private Path large;

  @BeforeEach
  void write() throws IOException {
    small = profile(64);
    large = profile(2048);
  }

  private Path profile(int n) throws IOException {
    Path scenario =
        Files.writeString(
            directory.resolve("copies-" + n + ".yaml"),
            "kernel: micro_vector\nshape: { N: " + n + " }\noptions: { op: tensor_copy }\n");
    Path target = directory.resolve("run-" + n);
    String changed = "overrides." + START_UP + "=180ns";
    assertEquals(0, run("run", scenario, "--json", "--set", changed, "--profile", "--out", target));
    return target.resolve("profile.json");
  }

  @Test
  void twoSizesGiveAStartUpThatRunAccepts() throws IOException {
    Path fitted = directory.resolve("fitted.yaml");
    assertEquals(0, run("calibrate", small, large, "-o", fitted), this::err);
    assertTrue(out().contains(START_UP + "  157 ns  180 ns"), out());
    String words = out().replaceAll("\\s+", " ");
    assertTrue(words.contains("with the fitted parameters 0.00 %"), words);
    assertTrue(Files.readString(fitted).contains("profile.json"), "the profile is the source");
    Path scenario = directory.resolve("copies-64.yaml");
    assertEquals(0, run("run", scenario, "--json", "--overrides", fitted), this::err);
    YamlCursor result = YamlCursor.readString("stdout", out());
    String set = result.child("scenario").child("overrides").flatten().get(START_UP).string();
    assertEquals("180 ns", set);
  }

  @Test
  void oneSizeDeterminesNothing() throws IOException {
    Path fitted = directory.resolve("fitted.yaml");
    assertEquals(0, run("calibrate", small, "--json", "-o", fitted), this::err);
    YamlCursor json = YamlCursor.readString("stdout", out());
    assertEquals(0, json.child("overrides").flatten().size());
    assertTrue(out().contains("jointly_off"), out());
    assertTrue(Files.readString(fitted).endsWith("overrides: {}\n"));
  }

  @Test
  void badInputIsSaidSo() throws IOException {
    assertEquals(2, run("calibrate", small, "--hold", "vector_engine.clok"));
    assertTrue(err().contains("did you mean vector_engine.clock"), err());
    assertEquals(2, run("calibrate", directory.resolve("copies-64.yaml")));
    assertTrue(err().contains("neuron-profile view --output-format json"), err());
    Path other = Files.writeString(directory.resolve("other.yaml"), "kernel: matmul\n");
    assertEquals(2, run("run", directory.resolve("copies-64.yaml"), "--overrides", other));
    assertTrue(err().contains("other.yaml"), err());
    Files.writeString(other, "overrides:\n  vector_engine.clock: fast\n");
    assertEquals(2, run("run", directory.resolve("copies-64.yaml"), "--overrides", other));
    assertTrue(err().startsWith("trn2sim: " + other + ":2 overrides.vector_engine.clock:"), err());
    assertFalse(Files.exists(directory.resolve("out")));
  }
}
