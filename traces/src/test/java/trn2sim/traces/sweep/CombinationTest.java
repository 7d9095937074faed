package trn2sim.traces.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.SpecException;

/** Which points a sweep has: ranges of values, grids and samples. */
class CombinationTest {
  @TempDir private Path directory;

  private SweepFile file(String text) throws IOException {
    Path file = directory.resolve("sweep.yaml");
    Files.writeString(file, "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\n" + text);
    return SweepFile.read(file, List.of());
  }

  private List<String> values(String range) throws IOException {
    SweepFile sweep = file("axes: { shape.K: " + range + " }\n");
    return IntStream.range(0, sweep.size())
        .mapToObj(point -> sweep.values(point).get("shape.K"))
        .toList();
  }

  @Test
  void rangesIncludeBothEnds() throws IOException {
    assertEquals(List.of("128", "256", "384"), values("{ from: 128, to: 384, step: 128 }"));
    assertEquals(List.of("128", "256", "384"), values("{ from: 128, to: 500, step: 128 }"));
    assertEquals(List.of("1", "4", "16"), values("{ from: 1, to: 63, factor: 4 }"));
    assertEquals(List.of("10", "12.5", "15"), values("{ from: 10, to: 15, count: 3 }"));
    assertEquals(
        List.of("50 GB/s", "75 GB/s", "100 GB/s"),
        values("{ from: 50 GB/s, to: 100 GB/s, step: 25 GB/s }"));
    assertEquals(List.of("0.1", "0.2", "0.3"), values("{ from: 0.1, to: 0.3, step: 0.1 }"));
  }

  @Test
  void axesMayBeNestedAndMixed() throws IOException {
    SweepFile sweep =
        file("axes: { shape: { K: { from: 128, to: 256, step: 128 } }, dtype: [bf16, fp32] }\n");
    assertEquals(4, sweep.size());
    assertEquals(Map.of("shape.K", "256", "dtype", "bf16"), sweep.values(2));
  }

  @Test
  void aMillionValuesAreAsEasyAsThree() throws IOException {
    SweepFile sweep = file("axes: { run.seed: { from: 0, to: 999999, step: 1 } }\n");
    assertEquals(1_000_000, sweep.size());
    assertEquals("999999", sweep.values(999_999).get("run.seed"));
  }

  @Test
  void rangesAreChecked() {
    for (String range :
        List.of(
            "{ from: 1 }",
            "{ from: 1, to: 2 }",
            "{ from: 1, to: 2, step: 1, count: 2 }",
            "{ from: 2, to: 1, step: 1 }",
            "{ from: 1, to: 2, step: 0 }",
            "{ from: 1, to: 2, step: -1 }",
            "{ from: 1, to: 2, factor: 1 }",
            "{ from: 0, to: 2, factor: 2 }",
            "{ from: 1 GB/s, to: 2 MB/s, step: 1 GB/s }",
            "{ from: one, to: 2, step: 1 }",
            "{ from: 1, to: 1e12, step: 1 }",
            "{ from: 1, to: 2, count: 1 }",
            "{ from: 1, to: 2, step: 1, stop: 3 }")) {
      SpecException refused = assertThrows(SpecException.class, () -> values(range), range);
      assertTrue(refused.getMessage().contains("shape.K"), refused.getMessage());
    }
  }

  @Test
  void latinHypercubeUsesEveryPartOnce() throws IOException {
    SweepFile sweep =
        file(
            "axes: { shape.K: { from: 128, to: 12800, step: 128 }, shape.M: [128, 256, 384, 512]"
                + " }\n"
                + "combine: latin_hypercube\n"
                + "samples: 100\n");
    List<String> ks = column(sweep, "shape.K");
    assertEquals(100, ks.stream().distinct().count(), "as many values as samples: each once");
    List<String> ms = column(sweep, "shape.M");
    for (String m : List.of("128", "256", "384", "512")) {
      assertEquals(25, ms.stream().filter(m::equals).count(), m);
    }
    assertTrue(!ks.equals(ks.stream().sorted().toList()), "in random order");
  }

  @Test
  void samplesDependOnTheSeedAlone() throws IOException {
    String axes = "axes: { shape.K: { from: 128, to: 12800, step: 128 } }\n";
    for (String how : List.of("random", "latin_hypercube")) {
      String sample = axes + "combine: " + how + "\nsamples: 50\n";
      assertEquals(column(file(sample), "shape.K"), column(file(sample), "shape.K"));
      assertTrue(
          !column(file(sample), "shape.K")
              .equals(column(file(sample + "run: { seed: 7 }\n"), "shape.K")));
    }
  }

  @Test
  void samplesAndGridsDoNotMix() {
    String axes = "axes: { shape.K: [128] }\n";
    for (String rest : List.of("samples: 3\n", "combine: random\n", "combine: randomly\n")) {
      assertThrows(SpecException.class, () -> file(axes + rest), rest);
    }
  }

  @Test
  void tooManyPointsAreRefusedWithAWayOut() {
    String axis = "{ from: 1, to: 10000, step: 1 }";
    SpecException refused =
        assertThrows(
            SpecException.class,
            () -> file("axes: { shape.K: " + axis + ", shape.M: " + axis + " }\n"));
    assertTrue(refused.getMessage().contains("latin_hypercube"), refused.getMessage());
  }

  private static List<String> column(SweepFile sweep, String axis) {
    return IntStream.range(0, sweep.size()).mapToObj(p -> sweep.values(p).get(axis)).toList();
  }
}
