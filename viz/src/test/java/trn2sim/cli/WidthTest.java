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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No line of a summary is longer than the terminal; {@code .ci/terminal} looks at a real one. */
class WidthTest extends TypedCommands {
  private static final String COLUMNS = "trn2sim.columns";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void noLineIsLongerThanTheTerminal(int columns) throws IOException {
    Path ring =
        Files.writeString(
            directory.resolve("a-name-that-is-longer-than-the-narrowest-terminal-can-be-wide.yaml"),
            "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 1024 }\n"
                + "ranks: { tp: 4, lnc: 2 }\nrun: { mode: both }\n"
                + "overrides: { link.efficiency: 0.8, dma.descriptor: 4 ns }\n");
    Path dies =
        Files.writeString(
            directory.resolve("dies.yaml"),
            "device: ascend-910b1\nkernel: ascend_allgather_gemm\n"
                + "shape: { M: 1024, K: 1024, N: 512 }\nranks: { tp: 2 }\n");
    Path sweep =
        Files.writeString(
            directory.resolve("sweep.yaml"),
            "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 1024 }\n"
                + "ranks: { tp: 4, lnc: 2 }\naxes:\n"
                + "  options.psum_buffers: [0, 8]\n"
                + "  overrides.collective.channel_bandwidth: [50 GB/s, 60 GB/s]\n");
    String before = System.getProperty(COLUMNS, "");
    System.setProperty(COLUMNS, Integer.toString(columns));
    try {
      for (List<Object> command :
          List.<List<Object>>of(
              List.of("run", ring, "--out", directory.resolve("ring")),
              List.of("run", dies, "--out", directory.resolve("dies")),
              List.of("advise", ring, "--jobs", 2),
              List.of("sweep", sweep, "--out", directory.resolve("sweep")))) {
        assertEquals(command.contains(sweep) ? 1 : 0, run(command.toArray()), err());
        int longest = out().lines().mapToInt(String::length).max().orElse(0);
        assertTrue(longest <= columns && longest > columns / 2, longest + " in\n" + out());
        legendsAreOfWhatIsShown(out());
      }
    } finally {
      if (before.isEmpty()) {
        System.clearProperty(COLUMNS);
      } else {
        System.setProperty(COLUMNS, before);
      }
    }
  }

  private static void legendsAreOfWhatIsShown(String said) {
    String table = said.substring(Math.max(0, said.indexOf("waits, mean of all")));
    Pattern.compile("(\\w+): waits ")
        .matcher(table)
        .results()
        .map(legend -> Pattern.compile(" " + legend.group(1) + " [0-9]"))
        .forEach(wait -> assertTrue(wait.matcher(table).find(), wait + " in\n" + said));
    if (said.contains("  engine  no. ")) {
      Pattern.compile("(?:  |, )([a-z]+) [0-9.]+ %")
          .matcher(said.substring(said.indexOf("  engine  no. ")))
          .results()
          .map(wait -> wait.group(1) + ": ")
          .forEach(legend -> assertTrue(said.contains(legend), legend + " in\n" + said));
    }
  }

  @Test
  void wordsStayWholeWhereTheyFit() {
    assertEquals(List.of("one two", "  three"), Wrapped.lines("one two three", 2, 8));
    assertEquals(List.of("abcdef", "ghij"), Wrapped.lines("abcdefghij", 0, 6));
    assertEquals(List.of(""), Wrapped.lines("", 2, 8));
  }
}
