package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTableTest extends TypedCommands {
  /** What rounding to a tenth of a percent, and waits below it, may hide of the whole. */
  private static final double HIDDEN = 0.5;

  @TempDir private Path directory;

  /** What is busy and what waits are the whole; where some are missing, dots say so. */
  @Test
  void moreWaitsThanShownAreDots() throws IOException {
    Path ring =
        Files.writeString(
            directory.resolve("ring.yaml"),
            "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 1024 }\n"
                + "ranks: { tp: 4, lnc: 2 }\nrun: { mode: timing }\n");
    assertEquals(0, run("run", ring, "--out", directory.resolve("out")), err());
    List<String> rows = out().lines().filter(line -> line.matches("  \\w+ +8 +\\d.*")).toList();
    assertEquals(5, rows.size(), out());
    for (String row : rows) {
      assertEquals(shown(row) < 100 - HIDDEN, row.endsWith(", ..."), row);
    }
    assertTrue(rows.stream().anyMatch(row -> row.endsWith(", ...")), out());
    assertTrue(rows.stream().anyMatch(row -> !row.endsWith("...")), out());
  }

  private static double shown(String row) {
    return Pattern.compile("([0-9.]+) %")
        .matcher(row)
        .results()
        .mapToDouble(share -> Double.parseDouble(share.group(1)))
        .sum();
  }
}
