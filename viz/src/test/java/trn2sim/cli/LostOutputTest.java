package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command whose results could not be written has failed, and says so. */
class LostOutputTest {
  @TempDir private Path directory;

  private static String failure(String... command) {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    int status = Main.run(new StandardOutput(full), messages, command);
    String text = err.toString(StandardCharsets.UTF_8);
    return status + " " + text.substring(text.indexOf("trn2sim: ")).strip();
  }

  @Test
  void everyCommandChecksWhatItWrote() throws IOException {
    Path file = directory.resolve("s.yaml");
    String scenario = "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\n";
    Files.writeString(file, scenario);
    Path sweep = directory.resolve("sweep.yaml");
    Files.writeString(sweep, scenario + "axes: { shape.K: [128, 256] }\n");
    Path out = directory.resolve("out");
    String lost = "1 trn2sim: could not write to standard output: No space left on device";
    assertEquals(lost, failure("run", file.toString(), "--json"));
    assertEquals(lost, failure("run", file.toString(), "--out", out.toString()));
    assertEquals(lost, failure("validate", file.toString()));
    assertEquals(lost, failure("compare", file.toString(), file.toString(), "--json"));
    assertEquals(lost, failure("sweep", sweep.toString(), "--out", out.toString(), "--json"));
    assertEquals(lost, failure("devices", "trn2", "--json"));
    assertEquals(lost, failure("kernels"));
    assertEquals(lost, failure("run", "--help"));
    assertEquals(lost, failure("--version"));
  }
}
