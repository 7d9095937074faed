package trn2sim.traces.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;

/** Sweeps: which points there are, what a row says, and that nothing is lost or done twice. */
class SweepTest {
  private static final String BASE = "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\n";

  @TempDir private Path directory;

  private SweepFile file(String axes) throws IOException {
    Path file = directory.resolve("sweep.yaml");
    Files.writeString(file, BASE + axes);
    return SweepFile.read(file, List.of());
  }

  private SweepTable run(SweepFile sweep, int jobs) throws IOException {
    return run(sweep, jobs, sweep.rows(), () -> {});
  }

  private SweepTable run(SweepFile sweep, int jobs, SweepJournal.Rows rows, Runnable whenOneIsDone)
      throws IOException {
    ScenarioLoader loader = new ScenarioLoader(Kernels.ALL);
    SweepIdentity identity = SweepIdentity.of(sweep, loader);
    try (SweepJournal journal = SweepJournal.open(journal(), identity, rows)) {
      PointRunner points =
          new PointRunner(sweep, loader, ScenarioRunner.standard(), journal::sameAs);
      return new SweepRun(sweep, journal, PointSelection.all(sweep))
          .run(new LocalPool(points, jobs), whenOneIsDone);
    }
  }

  private static String csv(SweepTable table) throws IOException {
    StringBuilder out = new StringBuilder();
    table.csv(out);
    return out.toString();
  }

  private Path journal() {
    return directory.resolve("points.jsonl");
  }

  @Test
  void crossedAxesMeetEachOther() throws IOException {
    SweepFile sweep = file("axes: { shape.K: [128, 256, 512], shape.M: [128, 256] }\n");
    assertEquals(6, sweep.size());
    assertEquals(Map.of("shape.K", "128", "shape.M", "256"), sweep.values(1));
    assertEquals(Map.of("shape.K", "512", "shape.M", "128"), sweep.values(4));
  }

  @Test
  void zippedAxesGoTogether() throws IOException {
    SweepFile sweep = file("axes: { shape.K: [128, 256], dtype: [bf16, fp32] }\ncombine: zipped\n");
    assertEquals(2, sweep.size());
    assertEquals(Map.of("shape.K", "256", "dtype", "fp32"), sweep.values(1));
    SpecException uneven =
        assertThrows(
            SpecException.class,
            () -> file("axes: { shape.K: [128], dtype: [bf16, fp32] }\ncombine: zipped\n"));
    assertTrue(uneven.getMessage().contains("one length"), uneven.getMessage());
  }

  @Test
  void axesReachOverridesAndMetrics() throws IOException {
    SweepFile sweep =
        file(
            "axes: { overrides.tensor_engine.clock: [2.8 GHz, 1.4 GHz] }\nmetrics: [sim.events]\n");
    SweepTable table = run(sweep, 1);
    assertEquals(0, table.failed(), csv(table));
    double fast = table.rows().get(0).number("time_us.total").orElseThrow();
    double slow = table.rows().get(1).number("time_us.total").orElseThrow();
    assertTrue(slow > fast, "half the clock takes longer: " + fast + ", " + slow);
    assertTrue(table.columns().contains("sim.events"));
  }

  @Test
  void pathMapAsksTheRuleAndRunsNothing() throws IOException {
    Path file = directory.resolve("map.yaml");
    String kernel = "kernel: allgather_compute_matmul\nranks: { tp: 4, lnc: 2 }\n";
    Files.writeString(
        file,
        kernel
            + "shape: { m: 1024, K: 4096, N: 4096 }\nsweep: path_map\n"
            + "axes: { shape.K: [22528, 22656], shape.m: [1024, 1001] }\n");
    SweepTable table = run(SweepFile.read(file, List.of()), 1);
    assertEquals("SBUF", table.rows().get(0).figures().get("path.rule"));
    assertEquals("HBM", table.rows().get(2).figures().get("path.rule"));
    assertEquals(List.of("path.rule", "path.channels", "path.reason"), table.columns());
    assertEquals(2, table.failed());
    assertTrue(table.rows().get(1).error().startsWith(file + ":"), table.rows().get(1).error());
  }

  @Test
  void pathMapOfAKernelWithoutPathsFails() throws IOException {
    SweepTable table = run(file("axes: { shape.K: [128] }\nsweep: path_map\n"), 1);
    assertTrue(table.rows().get(0).error().contains("expected one that chooses a path"));
  }

  @Test
  void failingPointIsRowWithItsError() throws IOException {
    SweepTable table = run(file("axes: { shape.K: [128, 100, 256] }\n"), 2);
    assertEquals(List.of(false, true, false), table.rows().stream().map(SweepRow::failed).toList());
    assertTrue(table.rows().get(1).error().contains("shape.K"), table.rows().get(1).error());
    String[] lines = csv(table).lines().toArray(String[]::new);
    assertEquals(4, lines.length);
    assertTrue(lines[0].startsWith("shape.K,time_us.total,"), lines[0]);
    assertTrue(lines[2].startsWith("100,,"), lines[2]);
    assertEquals("128", table.best("time_us.total", true).orElseThrow().values().get("shape.K"));
    assertEquals("256", table.best("time_us.total", false).orElseThrow().values().get("shape.K"));
  }

  @Test
  void cellsThatBeginLikeFormulasAreText() throws IOException {
    SweepRow row =
        new SweepRow(0, "k", Map.of("a", "=1+1"), Map.of("x", "-1.5", "y", "@cmd"), "+oops");
    String csv = csv(new SweepTable("t", List.of("a"), List.of("x", "y"), List.of(row)));
    assertEquals("a,x,y,error\n'=1+1,-1.5,'@cmd,'+oops\n", csv);
  }

  @Test
  void threadsDoNotChangeTheTable() throws IOException {
    SweepFile sweep = file("axes: { shape.K: [128, 256, 384, 512], shape.M: [128, 256] }\n");
    String alone = csv(run(sweep, 1));
    Files.delete(journal());
    assertEquals(alone, csv(run(sweep, 4)));
  }

  @Test
  void interruptedSweepGoesOn() throws IOException {
    SweepFile sweep = file("axes: { shape.K: [128, 256, 384, 512] }\n");
    String whole = csv(run(sweep, 1));
    List<String> lines = Files.readAllLines(journal());
    String half = lines.get(3).substring(0, lines.get(3).length() / 2);
    List<String> kept = lines.subList(0, 3);
    Files.writeString(journal(), String.join("\n", kept) + "\n" + half);
    AtomicInteger done = new AtomicInteger();
    SweepTable table = run(sweep, 2, sweep.rows(), done::incrementAndGet);
    assertEquals(whole, csv(table));
    assertEquals(4, done.get());
    List<String> resumed = Files.readAllLines(journal());
    assertEquals(kept, resumed.subList(0, 3), "finished points are kept as they are");
    assertEquals(5, resumed.size(), "the sweep's name and four points: none is lost or repeated");
  }

  @Test
  void finishedPointsAreNotRunAgain() throws IOException {
    SweepFile sweep = file("axes: { shape.K: [128, 256] }\n");
    run(sweep, 1);
    String changed =
        Files.readString(journal())
            .replaceFirst("\"time_us.total\": \"[^\"]*\"", "\"time_us.total\": \"7\"");
    Files.writeString(journal(), changed);
    assertEquals("7", run(sweep, 1).rows().get(0).figures().get("time_us.total"));
    SweepTable fresh = run(sweep, 1, SweepJournal.Rows.FORGOTTEN, () -> {});
    assertTrue(fresh.rows().get(0).number("time_us.total").orElseThrow() != 7);
  }

  @Test
  void changedScenarioIsRunAgain() throws IOException {
    Path file = directory.resolve("sweep.yaml");
    Files.writeString(file, BASE + "axes: { shape.K: [128] }\n");
    double small = time(SweepFile.read(file, List.of()));
    double large = time(SweepFile.read(file, List.of(new Assignment("shape.M", "512"))));
    assertTrue(large > small, "another shape is another point");
  }

  private double time(SweepFile sweep) throws IOException {
    return run(sweep, 1).rows().get(0).number("time_us.total").orElseThrow();
  }

  @Test
  void axisWithoutEffectIsNamed() throws IOException {
    SweepTable table =
        run(
            file(
                "axes: { shape.K: [128, 256], overrides.link.xy_bandwidth: [90 GB/s, 99 GB/s] }\n"),
            1);
    assertEquals(List.of("overrides.link.xy_bandwidth"), table.withoutEffect());
    StringBuilder json = new StringBuilder();
    table.json(json);
    assertTrue(json.toString().contains("\"shape.K\": 128"), json.toString());
    assertEquals(List.of(), run(file("axes: { shape.K: [128] }\n"), 1).withoutEffect());
  }

  @Test
  void pointsThatAllFailSayNothingOfTheAxis() throws IOException {
    SweepTable table = run(file("axes: { shape.K: [100, 200] }\n"), 1);
    assertEquals(2, table.failed());
    assertEquals(List.of(), table.withoutEffect());
  }

  /** Before any point runs: each would fail, and for another reason if the scenario is missing. */
  @Test
  void unknownKeysAreRefused() {
    String axes = "scenario: other.yaml\naxes: { shape.K: [128] }\n";
    String said = assertThrows(SpecException.class, () -> file(axes)).getMessage();
    String keys = "name, kernel, device, shape, dtype, ranks, options, run, compiler, what_if,";
    String start = "sweep.yaml:3 scenario: found an unknown key, expected one of ";
    assertTrue(said.contains(start + keys), said);
    assertTrue(said.contains("overrides, axes, combine, samples, metrics, sweep"), said);
  }

  @Test
  void axesOfNoSectionAreRefused() {
    String said =
        assertThrows(SpecException.class, () -> file("axes: { shpe.K: [128] }\n")).getMessage();
    assertTrue(said.contains("axes.shpe.K: found an unknown key, expected one that begins"), said);
    assertTrue(said.endsWith("; did you mean shape?"), said);
  }

  @Test
  void axesAreChecked() {
    for (String axes :
        List.of("", "axes: {}\n", "axes: { shape.K: [] }\n", "axes: { shape.K: 3 }\n")) {
      assertThrows(SpecException.class, () -> file(axes), axes);
    }
  }

  @Test
  void anInterruptEndsASweepWhichThenGoesOn() throws IOException {
    SweepFile sweep = file("axes: { shape.K: [128, 256, 384, 512, 640, 768, 896, 1024] }\n");
    Thread caller = Thread.currentThread();
    // A point that another thread still ends after the sweep did must not interrupt what follows.
    AtomicBoolean interrupted = new AtomicBoolean();
    Runnable once =
        () -> {
          if (interrupted.compareAndSet(false, true)) {
            caller.interrupt();
          }
        };
    assertThrows(CancellationException.class, () -> run(sweep, 2, sweep.rows(), once));
    assertTrue(Thread.interrupted());
    AtomicInteger done = new AtomicInteger();
    SweepTable resumed = run(sweep, 2, sweep.rows(), done::incrementAndGet);
    assertEquals(sweep.size(), done.get());
    assertEquals(List.of(), resumed.failures().stream().map(SweepRow::error).toList());
  }
}
