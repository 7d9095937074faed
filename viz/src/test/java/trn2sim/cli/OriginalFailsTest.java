package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sizes at which the original FGCC would index out of range are named as such wherever sizes are
 * given. A rank's rhs is 8 MiB at K = 2048 and N = 4096 on two ranks, which is the most that may
 * stay in SBUF, and 16 MiB at K = 4096.
 */
class OriginalFailsTest extends TypedCommands {
  private static final String FITS =
      "kernel: allgather_compute_matmul\n"
          + "shape: { m: 128, K: 2048, N: 4096 }\nranks: { tp: 2, lnc: 2 }\n";
  private static final String HERE =
      "he original kernel would fail at this size: it does not count";
  private static final String THERE = ", where the original kernel would fail";

  @TempDir private Path directory;

  private String result;
  private String report;

  private String summary(String yaml) throws IOException {
    Path out = directory.resolve("out");
    assertEquals(0, run("run", file(yaml), "--out", out), err());
    result = Files.readString(out.resolve("result.json"));
    report = oneLine(Files.readString(out.resolve("report.html")).replaceAll("<[^>]*>", " "));
    return oneLine(out());
  }

  private Path file(String yaml) throws IOException {
    return Files.writeString(directory.resolve("sizes.yaml"), yaml);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @Test
  void ofTheSizeAtHand() throws IOException {
    String summary = summary(FITS.replace("K: 2048", "K: 4096"));
    assertTrue(summary.contains("original T" + HERE), summary);
    assertTrue(report.contains("T" + HERE), "report");
    assertTrue(result.contains("\"original_fails\": \"t" + HERE), result);
  }

  @Test
  void ofSizesThatChangeTheAdvice() throws IOException {
    String four = FITS.replace("m: 128, K: 2048", "m: 256, K: 4096").replace("tp: 2", "tp: 4");
    String summary = summary(four);
    String size = "at K = 8192 \\(\\d[.]\\d\\dx" + THERE + "\\)";
    assertTrue(summary.matches(".*sizes .*" + size + ".*"), summary);
    assertTrue(report.matches("(?s).*" + size + ".*"), "report");
    assertFalse(summary.contains("original T"), summary);
    String flip = "\"key\": \"shape.K\", \"value\": 8192, \"speedup\": [0-9.]+, \"original_fails\"";
    assertTrue(oneLine(result).matches(".*" + flip + ".*"), result);
  }

  @Test
  void ofSizesThatAreTried() throws IOException {
    assertEquals(0, run("advise", file(FITS)), err());
    String advice = oneLine(out());
    assertTrue(
        advice.matches(".*shape.K 2048 -> 4096, rate \\d[.]\\d\\dx" + THERE + " .*"), advice);
    assertFalse(advice.matches(".*-> 1024, rate [0-9.]+x" + THERE + ".*"), advice);
    assertEquals(0, run("advise", file(FITS.replace("K: 2048", "K: 4096"))), err());
    assertTrue(oneLine(out()).contains("Note: t" + HERE), out());
  }

  @Test
  void ofSizesThatChangeThePath() throws IOException {
    assertEquals(0, run("explain", file(FITS)), err());
    assertTrue(out().matches("(?s).*flips .* = \\d+" + THERE + "\n.*"), out());
  }
}
