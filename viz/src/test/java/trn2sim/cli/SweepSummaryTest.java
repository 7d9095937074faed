package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/** Where the path flips, said once for all values of the other axes; what limits each point. */
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
  void onePointIsNoPoints() throws IOException {
    Path file = Files.writeString(directory.resolve("s.yaml"), POINTS + "axes: { ranks.tp: [4] }");
    assertEquals(0, run("sweep", file, "--out", directory.resolve("s")), err());
    assertTrue(out().contains("s: 1 point, 0 failed\n"), out());
    assertTrue(out().contains("  fusing pays at 0 of 1 point\n"), out());
  }

  @Test
  void noneAndTwo() throws IOException {
    String between = "  path flips from SBUF to HBM between shape.K 22528 and 24576";
    assertEquals(List.of(between), flips("  shape.K: [22528, 24576]\n"));
    assertEquals(
        List.of(between + " at shape.N 2048, dtype bf16; shape.N 4096, dtype bf16"),
        flips("  shape.K: [22528, 24576]\n  shape.N: [2048, 4096]\n  dtype: [bf16]\n"));
  }

  private static final String POINTS =
      "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 512 }\n"
          + "ranks: { tp: 4, lnc: 2 }\n";

  /** The words are those that a run of the point alone has. */
  @Test
  void whatLimitsEachPoint() throws IOException {
    Path one = Files.writeString(directory.resolve("one.yaml"), POINTS);
    run("run", one, "--mode", "timing", "--out", directory.resolve("one"));
    String limit =
        out().replaceAll("(?s).*Limited by ([A-Za-z.]+(, which issues DMAs)?)[:,].*", "$1");
    Path file =
        Files.writeString(directory.resolve("s.yaml"), POINTS + "axes: { ranks.tp: [4, 5] }\n");
    assertEquals(0, run("sweep", file, "--out", directory.resolve("s")), err());
    List<String> table = out().lines().filter(line -> line.matches(" +[0-9].*")).toList();
    assertTrue(table.get(0).contains("  " + limit + "  "), out());
    assertTrue(table.get(1).matches(" +5 +failed +ranks.tp: found 5, expect\\.\\.\\."), out());
    out().lines().forEach(line -> assertTrue(line.length() <= 80, line));
    List<String> csv = Files.readAllLines(directory.resolve("s/sweep.csv"));
    assertTrue(csv.get(0).endsWith(",limited_by.what,limited_by.share,error"), csv.get(0));
    assertTrue(csv.get(1).contains("," + limit + ","), csv.get(1));
    assertTrue(csv.get(2).endsWith("expected an even number\""), csv.get(2));
  }

  /** A gap in the column of speed-ups is said. */
  @Test
  void pointsThatAreNotComparedAreCounted() throws IOException {
    String axes = "axes: { kernel: [allgather_compute_matmul, allgather_then_matmul] }\n";
    Path file = Files.writeString(directory.resolve("s.yaml"), POINTS + axes);
    assertEquals(0, run("sweep", file, "--out", directory.resolve("s")), err());
    String said = out().replaceAll("\\s+", " ");
    assertTrue(
        said.contains("not compared with gathering first: 1 point, such as kernel allgather_then_"),
        said);
  }

  /** It may be the best because it leaves out work. */
  @Test
  void theBestPointSaysThatItIsNotCompared() {
    Map<String, String> part = Map.of("time_us.total", "4");
    Map<String, String> whole = Map.of("time_us.total", "5", "speedup", "1.2");
    assertTrue(summary(part, whole).contains("fastest: 4.00 us at K 0, not compared with gather"));
    assertTrue(summary(part, part).contains("fastest: 4.00 us at K 0\n"), "nothing is compared");
    assertTrue(summary(whole, whole).contains("fastest: 5.00 us at K 0\n"));
  }

  @Test
  void doubtsAreSaidOnce() {
    Map<String, String> part = Map.of("time_us.total", "4", "doubt", "W1 it does half.");
    String said = summary(part, Map.of("time_us.total", "5"));
    assertTrue(said.contains("fastest: 4.00 us at K 0, in doubt\n"), said);
    assertTrue(said.contains("  in doubt: 1 point, such as K 0: W1 it does half.\n"), said);
    assertFalse(summary(Map.of(), Map.of()).contains("doubt"), "none is in doubt");
  }

  private static String summary(Map<String, String> first, Map<String, String> second) {
    List<SweepRow> rows =
        List.of(
            new SweepRow(0, "0", Map.of("K", "0"), first, ""),
            new SweepRow(1, "1", Map.of("K", "1"), second, ""));
    var nowhere = new ByteArrayOutputStream();
    var err = new PrintStream(nowhere, true, StandardCharsets.UTF_8);
    var terminal = new Terminal(new StandardOutput(nowhere), err, false, false, 80);
    List<String> figures = List.of("time_us.total", "speedup", "doubt");
    return new SweepSummary(terminal)
        .of(new SweepTable("s", List.of("K"), figures, rows), Path.of("out"));
  }

  @Test
  void ofManyThatFailTheRestIsCounted() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("s.yaml"), POINTS + "axes: { ranks.tp: [3, 5, 7, 9, 11] }\n");
    assertEquals(1, run("sweep", file, "--out", directory.resolve("s")), err());
    assertTrue(out().contains("\n  2 more failed; sweep.csv has their errors\n"), out());
  }
}
