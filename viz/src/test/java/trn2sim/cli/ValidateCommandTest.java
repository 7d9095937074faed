package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.YamlCursor;

/** A verdict for every file that can be validated, whatever the others are. */
class ValidateCommandTest extends TypedCommands {
  private static final String SMALL =
      "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\noptions: { schedule: tiled }\n";
  private static final String TOO_LARGE =
      "kernel: allgather_sb2sb\nshape: { H: 128, W: 32768 }\nranks: { tp: 8 }\n";

  @TempDir Path directory;

  private Path small;
  private Path misspelt;
  private Path tooLarge;

  @BeforeEach
  void write() throws IOException {
    small = write("small", SMALL);
    misspelt = write("misspelt", SMALL.replace("shape", "shapes"));
    tooLarge = write("large", TOO_LARGE);
  }

  private Path write(String name, String yaml) throws IOException {
    return Files.writeString(directory.resolve(name + ".yaml"), yaml);
  }

  private List<YamlCursor> documents() {
    return YamlCursor.readString("stdout", "{ all: " + out() + "}").child("all").list();
  }

  @Test
  void everyRankIsCompared() {
    assertEquals(0, run("validate", small));
    assertTrue(out().matches("small rank 0 PASS rel_err \\S+ \\(at most \\S+\\).*\n"), out());
    assertEquals(0, run("validate", small, "--json"));
    assertEquals("true", documents().get(0).child("passed").string());
    assertEquals("small", documents().get(0).child("scenario").string());
  }

  @Test
  void scenariosBehindOneThatCannotRunAreValidated() {
    assertEquals(1, run("validate", tooLarge, small));
    assertTrue(err().contains("trn2sim: " + tooLarge + ": SBUF over capacity"), err());
    assertTrue(out().startsWith("small rank 0 PASS"), out());
  }

  @Test
  void theDocumentSaysWhyOneWasNotValidated() {
    assertEquals(1, run("validate", tooLarge, small, "--json"));
    assertEquals(2, documents().size());
    YamlCursor first = documents().get(0);
    assertEquals("large", first.child("scenario").string());
    assertEquals("false", first.child("passed").string());
    assertTrue(first.child("error").string().contains("SBUF over capacity"), out());
    assertFalse(documents().get(1).has("error"));
  }

  @Test
  void nothingIsValidatedIfAFileCannotBeRead() {
    assertEquals(2, run("validate", small, misspelt, "--json"));
    assertEquals("", out());
  }
}
