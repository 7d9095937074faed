package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.traces.export.FileClaim;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.sweep.SweepFile;

/** Where results go: only where they may, and nothing of a run that was killed stays. */
class OutputFilesTest extends TypedCommands {
  private static final String SMALL = "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\n";

  @TempDir private Path directory;
  private Path small;
  private Path sweep;

  @BeforeEach
  void write() throws IOException {
    small = Files.writeString(directory.resolve("small.yaml"), SMALL);
    sweep =
        Files.writeString(
            directory.resolve("sweep.yaml"), SMALL + "axes: { shape.K: [128, 256] }\n");
  }

  @Test
  void leftoversOfKilledRunsAreDeletedAndThoseOfOthersAreNot() throws IOException {
    Path dead = Files.createDirectories(directory.resolve(".trn2sim-123/files"));
    Files.writeString(dead.resolve("result.json"), "half");
    Path living = Files.createDirectories(directory.resolve(".trn2sim-456"));
    Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("precious"), "kept");
    Files.createSymbolicLink(directory.resolve(".trn2sim-link"), elsewhere);
    try (FileClaim claim = FileClaim.take(living.resolve("owner")).orElseThrow()) {
      assertEquals(0, run("run", small, "--out", directory.resolve("results")), err());
      assertNotNull(claim);
    }
    assertEquals(
        List.of(
            ".trn2sim-456", ".trn2sim-link", "elsewhere", "results", "small.yaml", "sweep.yaml"),
        files(directory));
    assertEquals("kept", Files.readString(elsewhere.resolve("precious")));
  }

  @Test
  void oneTraceStaysAtMost() throws IOException {
    Path results = directory.resolve("results");
    assertEquals(0, run("run", small, "--out", results, "--gzip"), err());
    assertTrue(files(results).contains("trace.json.gz"), files(results).toString());
    assertEquals(0, run("run", small, "--out", results, "--trace", "full"), err());
    assertTrue(files(results).contains("trace.json"), files(results).toString());
    assertFalse(files(results).contains("trace.json.gz"), files(results).toString());
    assertEquals(0, run("run", small, "--out", results, "--trace", "none"), err());
    assertFalse(files(results).contains("trace.json"), files(results).toString());
    assertTrue(files(results).contains("report.html"), files(results).toString());
    assertEquals(0, run("run", small, "--out", results, "--trace", "FULL"), err());
    assertEquals(2, run("run", small, "--trace", "ful"));
    String expected =
        "--trace: found \"ful\", expected one of auto, full, none; did you mean full?";
    assertTrue(err().startsWith("trn2sim: " + expected), err());
  }

  @Test
  void targetIsCheckedBeforeAnythingRuns() {
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("run", small),
            List.of("sweep", sweep),
            List.of("compare", small, small),
            List.of("accuracy"))) {
      for (String out : List.of("", small.toString(), small + "/below")) {
        Object[] arguments = command.toArray();
        Object[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--out";
        all[arguments.length + 1] = out;
        assertEquals(2, run(all), command + " --out " + out);
        assertFalse(err().contains("simulated"), err());
        assertTrue(err().startsWith("trn2sim: --out"), err());
      }
    }
  }

  /** Permissions allow an administrator everything, and yet no file can be made in there. */
  @Test
  void whereNothingCanBeWrittenNothingRuns() throws IOException {
    Path nowhere = Path.of("/proc/nowhere");
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs Linux");
    Path profile = directory.resolve("results/profile.json");
    assertEquals(0, run("run", small, "--profile", "--out", profile.getParent()), err());
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("run", small, "--out"),
            List.of("sweep", sweep, "--out"),
            List.of("compare", small, small, "--out"),
            List.of("accuracy", "--out"),
            List.of("profile", profile, "--out"),
            List.of("cluster-sweep", sweep, "--master", "local[1]", "--out"),
            List.of("record", small, "-o"),
            List.of("calibrate", profile, "-o"))) {
      List<Object> all = new ArrayList<>(command);
      all.add(nowhere);
      assertEquals(2, run(all.toArray()), all + ": " + err());
      String place = command.get(command.size() - 1) + " " + nowhere;
      assertEquals(
          "trn2sim: "
              + place
              + ": found /proc where nothing can be written (no file can be made there),"
              + " expected a place that can be written\n",
          err());
    }
  }

  @Test
  void mergeOfWhatIsNotThereLeavesNothing() throws IOException {
    Path other = directory.resolve("other");
    assertEquals(0, run("sweep", sweep, "--out", other, "--set", "shape.M=256"), err());
    Path whole = directory.resolve("whole");
    assertEquals(2, run("sweep", sweep, "--merge", directory.resolve("none"), "--out", whole));
    assertFalse(Files.exists(whole), err());
    assertEquals(2, run("sweep", sweep, "--merge", other, "--out", whole));
    assertTrue(err().contains("of another sweep"), err());
    assertFalse(files(whole).contains("points.jsonl"), "an empty journal stays");
  }

  @Test
  void fileToWriteNeedsADirectory() {
    assertEquals(2, run("record", small, "-o", directory.resolve("none/x.nki.jsonl")));
    assertTrue(err().contains("found no directory " + directory.resolve("none")), err());
    assertEquals(2, run("record", small, "-o", directory));
    assertTrue(err().contains("found a directory of that name, expected a file"), err());
  }

  /** The directory around it may be another file system, or not writable. */
  @Test
  void directoryThatIsThereIsWrittenFromWithin() throws IOException {
    Path results = Files.createDirectories(directory.resolve("around/results"));
    Path around = results.getParent();
    try (WatchService watch = around.getFileSystem().newWatchService()) {
      around.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      assertEquals(0, run("run", small, "--out", results), err());
      assertNull(watch.poll(), "something was made beside the directory");
    }
    assertTrue(files(results).contains("report.html"), files(results).toString());
    assertFalse(files(results).stream().anyMatch(name -> name.startsWith(".")), "something stays");
  }

  @Test
  void numberOfJobsIsChecked() {
    for (int jobs : new int[] {0, -1, 1_000_000}) {
      assertEquals(2, run("sweep", sweep, "--jobs", jobs, "--out", directory.resolve("out")));
      assertTrue(err().startsWith("trn2sim: --jobs: found " + jobs), err());
    }
  }

  @Test
  void nameOfASweepIsNeverAPath() {
    for (String name : List.of("..", "../..", ".", "a/../../b")) {
      Path target = Path.of("out", sweep(name).directory()).normalize();
      assertTrue(target.startsWith("out") && target.getNameCount() == 2, name + ": " + target);
    }
  }

  private SweepFile sweep(String name) {
    return SweepFile.read(sweep, List.of(new Assignment("name", "'" + name + "'")));
  }

  @Test
  void scenarioAndSweepNameTheCommandForEachOther() {
    assertEquals(2, run("run", sweep));
    assertTrue(err().contains("this is a sweep: use trn2sim sweep " + sweep), err());
    assertEquals(2, run("sweep", small));
    assertTrue(err().contains("found a scenario without axes"), err());
    assertTrue(err().contains("this is one scenario: use trn2sim run " + small), err());
  }

  @Test
  void invisibleCharactersOfAFileNameAreEscaped() {
    assertEquals(2, run("run", "none\u202Elmay.\u200Byaml"));
    assertTrue(err().contains("none\\u202elmay.\\u200byaml"), err());
  }

  @Test
  void deviceThatIsNoneIsNotQuoted() throws IOException {
    Path text = Files.writeString(directory.resolve("text"), "secret words\nmore\n");
    Path other = Files.writeString(directory.resolve("other.yaml"), "password: secret\n");
    Path broken = Files.writeString(directory.resolve("broken.yaml"), "secret: [a\n");
    for (Path file : List.of(text, other, broken)) {
      assertEquals(2, run("run", small, "--set", "device=" + file));
      assertFalse(err().contains("secret"), err());
      assertFalse(err().contains("password"), err());
      assertTrue(err().startsWith("trn2sim: --set device: found"), err());
    }
  }

  @Test
  void emptyMappingIsNoOverride() {
    assertEquals(2, run("run", small, "--set", "overrides={x: {}}"));
    assertTrue(err().contains("overrides.x: found an empty mapping"), err());
  }
}
