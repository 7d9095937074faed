package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.YamlCursor;

/** What a user types and gets: output, exit status, files. */
class CommandLineTest extends TypedCommands {
  private static final String SMALL =
      "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\noptions: { schedule: tiled }\n";

  @TempDir Path directory;

  private Path small;
  private Path target;

  @BeforeEach
  void write() throws IOException {
    small = Files.writeString(directory.resolve("small.yaml"), SMALL);
    target = directory.resolve("results");
  }

  @Test
  void runWritesItsFilesAndASummary() throws IOException {
    assertEquals(0, run("run", small, "--out", target));
    assertTrue(out().startsWith("small: matmul on trn2, M 128, K 128, N 512, bf16, tp 1, lnc 1\n"));
    assertTrue(out().contains("Tensor"), out());
    assertFalse(out().contains("\u001b"), "no colours without a terminal");
    assertEquals(
        List.of(
            "report.html",
            "result.json",
            "roofline.png",
            "sbuf.png",
            "timeline.png",
            "trace.json",
            "utilization.png"),
        files(target));
    assertEquals(List.of("results", "small.yaml"), files(directory));
  }

  @Test
  void jsonIsOneDocumentAndTheSameAsTheFile() throws IOException {
    assertEquals(0, run("run", small, "--json", "--out", target));
    assertEquals(Files.readString(target.resolve("result.json")), out());
    YamlCursor result = YamlCursor.readString("stdout", out());
    assertEquals("small", result.child("scenario").child("name").string());
  }

  @Test
  void jsonAloneWritesNothing() throws IOException {
    assertEquals(0, run("run", small, "--json", "--set", "name=other"));
    assertTrue(out().startsWith("{\n  \"scenario\": {\n    \"name\": \"other\""), out());
    assertEquals(List.of("small.yaml"), files(directory));
  }

  @Test
  void anyNameIsTextInEveryOutputAndNeverAPath() throws IOException {
    String name = "../<img src=x onerror=alert(1)>\"'&</script>";
    Path named =
        Files.writeString(
            directory.resolve("named.yaml"), SMALL + "name: '" + name.replace("'", "''") + "'\n");
    assertEquals(0, run("run", small, named, "--out", target));
    Path own = target.resolve("_.--img-src-x-onerror-alert-1-------script-");
    assertEquals(List.of(own.getFileName().toString(), "small"), files(target));
    assertTrue(out().contains("\n" + name + ": matmul on trn2"), out());
    YamlCursor result = YamlCursor.read(own.resolve("result.json"));
    assertEquals(name, result.child("scenario").child("name").string());
    String report = Files.readString(own.resolve("report.html"));
    assertFalse(report.contains("<img"), "the name is text");
    assertTrue(report.contains("&lt;img src=x onerror=alert(1)&gt;"), "the name is there");
  }

  @Test
  void whatDoesNotFitComesWithWhatWould() throws IOException {
    Path large =
        Files.writeString(
            directory.resolve("large.yaml"),
            "kernel: allgather_compute_matmul\nshape: { m: 2048, K: 4096, N: 4096 }\n"
                + "ranks: { tp: 4, lnc: 2 }\n"
                + "overrides: { sbuf.usable_partition_bytes: 100000 B }\n");
    assertEquals(1, run("run", large, "--out", target));
    assertTrue(err().contains("SBUF over capacity"), err());
    assertTrue(err().contains("trn2sim explain names sizes and options that fit"), err());
    assertEquals(0, run("explain", large));
    assertTrue(out().contains("DOES NOT FIT"), out());
    assertTrue(out().contains("fits      with shape.m = 128:"), out());
  }

  @Test
  void anUnknownCommandComesWithTheNearestOne() {
    assertEquals(2, run("rum"));
    assertTrue(err().contains("did you mean run?"), err());
    assertEquals(2, run("rnu", "x.yaml"));
    assertTrue(err().contains("no command \"rnu\"; did you mean run? See trn2sim --help"), err());
    assertEquals(2, run("help", "runn"));
    assertTrue(err().contains("no command \"runn\"; did you mean run? See trn2sim"), err());
    assertEquals(2, run("run", "s.yaml", "--rnage"));
    assertTrue(err().contains("did you mean --range?"), err());
  }

  @Test
  void ordersOfAMissingFileAreRefusedAndFiguresExplained() {
    assertEquals(2, run("order", "none.csv"));
    assertTrue(err().contains("none.csv: found no such file, expected a CSV file"), err());
    assertEquals(0, run("order"), err());
    assertTrue(out().contains("Kendall's tau, 1 if it is the same"), out());
  }

  @Test
  void helpCompletionAndManualNameEveryCommand() {
    assertEquals(0, run("help", "run"));
    assertTrue(out().startsWith("Usage: trn2sim run "), out());
    String help = out();
    assertEquals(0, run("run", "--help"));
    assertEquals(help, out(), "a command alone says what it says beside the others");
    for (String command : List.of("help", "completion", "manual")) {
      assertEquals(0, run(command), err());
      for (String name : List.of("run", "advise", "sweep", "devices")) {
        assertTrue(out().contains(name), command + " lacks " + name);
      }
    }
    assertTrue(out().startsWith(".TH TRN2SIM 1"), out());
  }

  @Test
  void adviceIsForTheDeviceOfTheRun() throws IOException {
    Path slow = directory.resolve("slow.yaml");
    Files.writeString(
        slow, "overrides: { vector_engine.clock: 0.1 GHz, scalar_engine.clock: 0.1 GHz }\n");
    assertEquals(0, run("run", small, "--overrides", slow, "--out", target), err());
    String words = out().replaceAll("\\s+", " ");
    assertTrue(words.contains("trn2sim validate " + small + " --overrides " + slow), words);
    assertEquals(0, run("advise", small, "--json", "--overrides", slow), err());
    double slowly = YamlCursor.readString("out", out()).child("total_us").number(0, 1e6);
    assertEquals(0, run("advise", small, "--json"), err());
    double usual = YamlCursor.readString("out", out()).child("total_us").number(0, 1e6);
    assertTrue(slowly > 1.5 * usual, slowly + " and " + usual);
  }

  @Test
  void adviceIsRankedAndItsNumbersAreNumbers() {
    assertEquals(0, run("advise", small, "--json"), err());
    YamlCursor options = YamlCursor.readString("stdout", out()).child("options");
    double before = 0;
    for (YamlCursor option : options.list()) {
      double us = option.child("total_us").number(0, 1e6);
      assertTrue(us >= before, "the best first");
      before = us;
    }
    assertTrue(before > 0, out());
    assertEquals(0, run("advise", small), err());
    assertTrue(out().contains("options.schedule tiled -> blocked_k"), out());
    assertEquals(2, run("advise", small, "--jobs", "x"));
    assertTrue(err().startsWith("trn2sim: --jobs: found \"x\", expected a whole number;"), err());
    assertEquals(2, run("advise", small, "--json=5"));
    assertTrue(err().startsWith("trn2sim: --json: found \"5\", expected no value;"), err());
    assertEquals(2, run("advise", small, "--jobs", 0));
  }

  @Test
  void severalScenariosHaveADirectoryEach() throws IOException {
    Path second = Files.writeString(directory.resolve("second.yaml"), SMALL);
    assertEquals(0, run("run", small, second, "--out", target));
    assertEquals(List.of("second", "small"), files(target));
    assertEquals(2, run("run", small, small, "--out", target));
    assertTrue(err().contains("name: found \"small\" again"), err());
  }

  @Test
  void aScenarioThatCannotRunKeepsNoOtherFromIt() throws IOException {
    String tooLarge = "kernel: allgather_sb2sb\nshape: { H: 128, W: 32768 }\nranks: { tp: 8 }\n";
    Path large = Files.writeString(directory.resolve("large.yaml"), tooLarge);
    assertEquals(1, run("run", large, small, "--out", target, "--json"));
    assertTrue(err().contains("trn2sim: " + large + ": SBUF over capacity"), err());
    assertEquals(List.of("small"), files(target));
    List<YamlCursor> all =
        YamlCursor.readString("stdout", "{ all: " + out() + "}").child("all").list();
    assertEquals("large", all.get(0).child("scenario").child("name").string());
    assertTrue(all.get(0).child("error").string().contains("SBUF over capacity"), out());
    assertFalse(all.get(1).has("error"));
  }

  @Test
  void badInputIsStatusTwoAndOneLine() throws IOException {
    assertEquals(2, run("run", small, "--set", "shape.M=100", "--out", target));
    assertEquals(
        "trn2sim: --set shape.M: found 100, expected a multiple of 128, for example 128\n", err());
    assertEquals(2, run("run", directory.resolve("none.yaml")));
    assertEquals(
        "trn2sim: "
            + directory.resolve("none.yaml")
            + ": found no such file, expected a YAML file\n",
        err());
    assertEquals(2, run("run"));
    assertEquals("trn2sim: Missing required parameter: 'FILE'; see trn2sim run --help\n", err());
    assertEquals(2, run("fly"));
    assertEquals(2, run());
    assertEquals(2, run("run", small, "--set", "overrides.link.xy_bandwith=1 GB/s"));
    assertTrue(err().startsWith("trn2sim: --set overrides.link.xy_bandwith: found no such"), err());
    assertEquals(2, run("run", small, "--mode", "timin"));
    assertEquals(
        "trn2sim: --mode: found \"timin\", expected one of both, functional, timing;"
            + " did you mean timing?\n",
        err());
    assertEquals(2, run("kernels", "matmull"));
    assertTrue(err().endsWith("did you mean matmul?\n"), err());
    assertEquals(2, run("devices", "trn4"));
    assertEquals("", out());
    assertEquals(List.of("small.yaml"), files(directory));
  }

  @Test
  void kernelThatCannotRunIsStatusOneAndLeavesNothing() throws IOException {
    assertEquals(
        1,
        run(
            "run",
            small,
            "--out",
            target,
            "--set",
            "overrides.sbuf.usable_partition_bytes=1024 B"));
    assertTrue(err().startsWith("trn2sim: " + small + ": SBUF over capacity at [dma_copy"), err());
    assertEquals(1, err().lines().count());
    assertEquals("", out());
    assertEquals(List.of("small.yaml"), files(directory));
  }

  @Test
  void stackTraceOnlyWhenAskedFor() {
    assertEquals(2, run("run", "none.yaml", "--debug"));
    assertTrue(err().contains("\tat trn2sim."), err());
  }

  @Test
  void outputThatCannotBeWrittenLeavesNothing() throws IOException {
    assertEquals(2, run("run", small, "--out", small));
    String expected = ", expected a directory, or nothing\n";
    assertEquals("trn2sim: --out " + small + ": found a file of that name" + expected, err());
    Path below = small.resolve("below/it");
    assertEquals(2, run("run", small, "--out", below));
    assertEquals("trn2sim: --out " + below + ": found " + small + " as a file" + expected, err());
    assertEquals(List.of("small.yaml"), files(directory));
    assertEquals(SMALL, Files.readString(small));
  }

  @Test
  void accuracyComparesWithMeasurements() throws IOException {
    Path rows =
        Files.writeString(
            directory.resolve("rows.yaml"),
            "rows: [{ id: one, source: test, unit: us, measured: 5, scenario: { kernel: matmul,"
                + " shape: { M: 128, K: 128, N: 512 } } }]");
    assertEquals(0, run("accuracy", rows));
    assertTrue(out().contains("mean abs %"), out());
    assertEquals(0, run("accuracy", rows, "--json"));
    YamlCursor json = YamlCursor.readString("stdout", out());
    assertEquals("one", json.child("rows").list().get(0).child("id").string());
  }

  @Test
  void listsAreTextOrJson() {
    assertEquals(0, run("kernels"));
    assertTrue(out().contains("matmul"), out());
    assertEquals(0, run("kernels", "matmul"));
    assertTrue(out().contains("shape.M"), out());
    assertEquals(0, run("kernels", "matmul", "--json"));
    assertEquals("matmul", YamlCursor.readString("stdout", out()).child("name").string());
    assertEquals(0, run("devices"));
    assertEquals(0, run("devices", "trn2"));
    assertTrue(out().contains("tensor_engine.clock"), out());
    assertEquals(0, run("devices", "trn2", "--json"));
    assertEquals("trn2", YamlCursor.readString("stdout", out()).child("name").string());
  }
}
