package trn2sim.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How points are cut into blocks, and what a command line asks for. */
class BlocksTest {
  private static List<int[]> blocks(int points, int cores) {
    return SparkPoints.blocks(IntStream.range(0, points).map(p -> 3 * p).iterator(), cores);
  }

  @Test
  void everyPointIsInOneBlockInOrder() {
    for (int points : List.of(0, 1, 63, 64, 65, 1000, 100_000)) {
      int[] joined = blocks(points, 2).stream().flatMapToInt(IntStream::of).toArray();
      assertArrayEquals(IntStream.range(0, points).map(p -> 3 * p).toArray(), joined);
    }
  }

  @Test
  void blocksAreFewButNotLarge() {
    assertEquals(63, blocks(1000, 2).size());
    assertEquals(5, blocks(5, 2).size());
    assertEquals(256, blocks(1_000_000, 2).get(0).length);
  }

  @Test
  void optionsOfACommandLine() {
    Options options =
        Options.parse(
            List.of(
                "sweep.yaml",
                "--out",
                "o",
                "--set",
                "a=1",
                "--set",
                "b=2",
                "--master",
                "yarn",
                "--executors",
                "7",
                "--wait",
                "9",
                "--conf",
                "spark.a=b=c",
                "--fresh"));
    assertEquals(
        new Options(
            Path.of("sweep.yaml"),
            Path.of("o"),
            List.of("a=1", "b=2"),
            Optional.of("yarn"),
            7,
            9,
            Map.of("spark.a", "b=c"),
            true),
        options);
    for (List<String> bad :
        List.of(
            List.of("sweep.yaml"),
            List.of("--out", "o"),
            List.of("a", "b", "--out", "o"),
            List.of("a", "--out"),
            List.of("a", "--out", "o", "--executors", "none"),
            List.of("a", "--out", "o", "--conf", "a=b"),
            List.of("a", "--out", "o", "--what"))) {
      assertThrows(IllegalArgumentException.class, () -> Options.parse(bad), bad.toString());
    }
  }
}
