package trn2sim.traces.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;

/** Parts of a sweep that run apart, put together again. */
class ShardTest {
  @TempDir private Path directory;
  private final ScenarioLoader loader = new ScenarioLoader(Kernels.ALL);
  private SweepFile sweep;

  @BeforeEach
  void write() throws IOException {
    Path file = directory.resolve("sweep.yaml");
    Files.writeString(
        file,
        "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\n"
            + "axes: { shape.K: [128, 100, 256, 384, 512], dtype: [bf16, fp32] }\n");
    sweep = SweepFile.read(file, List.of());
  }

  private Path journal(String name) {
    return directory.resolve(name).resolve("points.jsonl");
  }

  private String run(String name, PointSelection selection) throws IOException {
    SweepIdentity identity = SweepIdentity.of(sweep, loader);
    try (SweepJournal journal = SweepJournal.open(journal(name), identity, sweep.rows())) {
      PointRunner points =
          new PointRunner(sweep, loader, ScenarioRunner.standard(), journal::sameAs);
      return csv(new SweepRun(sweep, journal, selection).run(new LocalPool(points, 2), () -> {}));
    }
  }

  private String merged(List<String> names) throws IOException {
    SweepIdentity identity = SweepIdentity.of(sweep, loader);
    try (SweepJournal journal = SweepJournal.open(journal("merged"), identity, sweep.rows())) {
      SweepMerge.into(journal, identity, names.stream().map(this::journal).toList());
      PointExecutor nobody = (points, sink) -> assertTrue(!points.hasNext(), "nothing is left");
      return csv(new SweepRun(sweep, journal, PointSelection.all(sweep)).run(nobody, () -> {}));
    }
  }

  private static String csv(SweepTable table) throws IOException {
    StringBuilder out = new StringBuilder();
    table.csv(out);
    return out.toString();
  }

  @Test
  void sharesMergedEqualTheWhole() throws IOException {
    String whole = run("whole", PointSelection.all(sweep));
    List<String> names = new ArrayList<>();
    for (int share = 1; share <= 3; share++) {
      names.add("share" + share);
      run("share" + share, PointSelection.shard(sweep, share + "/3"));
    }
    assertEquals(whole, merged(names));
  }

  @Test
  void rangesOfPointsMergedEqualTheWhole() throws IOException {
    String whole = run("whole", PointSelection.all(sweep));
    run("first", PointSelection.points(sweep, "0-6"));
    run("rest", PointSelection.points(sweep, "5-9"));
    assertEquals(whole, merged(List.of("first", "rest")), "points in both parts count once");
  }

  @Test
  void missingPointsAndOtherSweepsAreRefused() throws IOException {
    run("first", PointSelection.points(sweep, "0-6"));
    SpecException missing = assertThrows(SpecException.class, () -> merged(List.of("first")));
    assertTrue(
        missing.getMessage().contains("3 of 10 points missing, the first one 7"),
        missing.getMessage());
    sweep =
        SweepFile.read(directory.resolve("sweep.yaml"), List.of(new Assignment("shape.M", "256")));
    SpecException other = assertThrows(SpecException.class, () -> merged(List.of("first")));
    assertTrue(other.getMessage().contains("another sweep"), other.getMessage());
    SpecException none = assertThrows(SpecException.class, () -> merged(List.of("nowhere")));
    assertTrue(none.getMessage().contains("nowhere"), none.getMessage());
  }

  @Test
  void sharesCoverEveryPointOnce() {
    for (int shares : new int[] {1, 2, 3, 7, 10, 16}) {
      int[] all =
          IntStream.rangeClosed(1, shares)
              .mapToObj(share -> PointSelection.shard(sweep, share + "/" + shares))
              .peek(share -> assertEquals(share.size(), share.points().count()))
              .flatMapToInt(PointSelection::points)
              .sorted()
              .toArray();
      assertEquals(IntStream.range(0, 10).boxed().toList(), IntStream.of(all).boxed().toList());
    }
  }

  @Test
  void partsAreChecked() {
    for (String text : List.of("0/3", "4/3", "1", "a/b", "1/0", "-1/3", "99999999999/3")) {
      assertThrows(SpecException.class, () -> PointSelection.shard(sweep, text), text);
    }
    for (String text : List.of("5-4", "0-10", "3", "a-b", "-1-3")) {
      assertThrows(SpecException.class, () -> PointSelection.points(sweep, text), text);
    }
  }
}
