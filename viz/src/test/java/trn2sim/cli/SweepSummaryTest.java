package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the path flips, said once for all values of the other axes. */
class SweepSummaryTest extends TypedCommands {
  private static final String MAP =
      "kernel: allgather_compute_matmul\nshape: { m: 1024, K: 4096, N: 4096 }\n"
          + "ranks: { tp: 4, lnc: 2 }\nsweep: path_map\naxes:\n";

  @TempDir Path directory;

  private List<String> flips(String axes) throws IOException {
    Path file = Files.writeString(directory.resolve("map.yaml"), MAP + axes);
    assertEquals(0, run("sweep", file, "--out", directory.resolve("out")), err());
    return out().replaceAll("\n    ", " ").lines().filter(line -> line.contains("flips")).toList();
  }

  @Test
  void oneOtherAxis() throws IOException {
    assertEquals(
        List.of(
            "  path flips from SBUF to HBM between shape.K 22528 and 24576 at shape.N 2048, 4096"),
        flips("  shape.K: [20480, 22528, 24576]\n  shape.N: [2048, 4096]\n"));
  }

  @Test
  void noneAndTwo() throws IOException {
    String between = "  path flips from SBUF to HBM between shape.K 22528 and 24576";
    assertEquals(List.of(between), flips("  shape.K: [22528, 24576]\n"));
    assertEquals(
        List.of(between + " at shape.N 2048, dtype bf16; shape.N 4096, dtype bf16"),
        flips("  shape.K: [22528, 24576]\n  shape.N: [2048, 4096]\n  dtype: [bf16]\n"));
  }
}
