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

/** {@code profile} and {@code run --profile}, as typed. */
class ProfileCommandTest extends TypedCommands {
  @TempDir Path directory;

  private Path profile;
  private YamlCursor simulated;

  @BeforeEach
  void write() throws IOException {
    Path scenario =
        Files.writeString(
            directory.resolve("small.yaml"),
            "kernel: allgather_compute_matmul\nshape: { m: 128, K: 512, N: 1024 }\n"
                + "ranks: { tp: 4 }\n");
    assertEquals(0, run("run", scenario, "--json", "--profile", "--out", directory.resolve("run")));
    simulated = YamlCursor.readString("stdout", out());
    profile = directory.resolve("run/profile.json");
  }

  @Test
  void aWrittenRunHasTheSameFigures() {
    assertEquals(0, run("profile", profile, "--json"), this::err);
    YamlCursor read = YamlCursor.readString("stdout", out());
    assertEquals(
        simulated.child("time_us").child("total").decimal(),
        read.child("time_us").child("total").decimal());
    assertEquals(text(simulated, "critical_path"), text(read, "critical_path"));
    assertEquals(text(simulated, "engines"), text(read, "engines"));
    assertEquals(simulated.child("mfu").decimal(), read.child("mfu").decimal());
    assertEquals(List.of(), read.child("profile").child("notes").list());
  }

  private static String text(YamlCursor document, String key) {
    return document.child(key).list().stream()
        .flatMap(item -> item.flatten().entrySet().stream())
        .map(entry -> entry.getKey() + "=" + entry.getValue().found())
        .toList()
        .toString();
  }

  @Test
  void reportChartsAndTraceAreThoseOfARun() throws IOException {
    Path target = directory.resolve("shown");
    assertEquals(0, run("profile", profile, "--out", target), this::err);
    assertTrue(out().startsWith("profile: measured profile on trn2, tp 4, lnc 2\n"), out());
    assertTrue(out().contains("a simulated run of small"), out());
    assertTrue(out().contains("Limited by "), out());
    assertTrue(out().contains("of all cores together: statement "), out());
    assertEquals(
        List.of("report.html", "result.json", "timeline.png", "trace.json", "utilization.png"),
        files(target));
    String report = Files.readString(target.resolve("report.html"));
    assertTrue(report.contains("Cost by source line"), "cost by statement");
    assertTrue(report.contains("statement 1"), "cost by statement");
    assertTrue(report.contains("All of it was understood."), "what was not understood");
  }

  @Test
  void whatIsNoProfileIsBadInput() throws IOException {
    Path yaml = Files.writeString(directory.resolve("other.json"), "kernel: matmul\n");
    assertEquals(2, run("profile", yaml));
    assertTrue(err().contains("other.json:1: found '"), err());
    assertEquals(2, run("profile", directory.resolve("none.json")));
    assertTrue(err().contains("found no such file, expected a profile"), err());
    assertEquals(2, run("profile", profile, "--device", "trn4"));
    assertTrue(err().contains("--device: found \"trn4\", expected one of trn2"), err());
  }

  @Test
  void aTruncatedProfileLeavesNothingBehind() throws IOException {
    String whole = Files.readString(profile);
    Path half =
        Files.writeString(
            directory.resolve("half.json"), whole.substring(0, whole.length() * 2 / 3));
    assertEquals(2, run("profile", half, "--out", directory.resolve("nothing")));
    assertTrue(err().matches("(?s).*half.json:\\d+: found .* after \\d+ instructions.*"), err());
    assertEquals(List.of("half.json", "run", "small.yaml"), files(directory));
  }

  @Test
  void comparedWithItselfNothingDiffers() throws IOException {
    assertEquals(0, run("compare", profile, profile, "--json"), this::err);
    YamlCursor json = YamlCursor.readString("stdout", out());
    YamlCursor instructions = json.child("instructions");
    assertTrue(instructions.child("matched").decimal().intValue() > 100);
    assertEquals(List.of(), instructions.child("only_a").list());
    assertEquals(List.of(), instructions.child("only_b").list());
    for (YamlCursor part : instructions.child("parts").list()) {
      assertEquals(0, part.child("difference_us").decimal().signum());
    }
    for (YamlCursor line : json.child("lines").list()) {
      assertEquals(line.child("a").decimal(), line.child("b").decimal());
    }
  }

  @Test
  void aScenarioIsComparedWithAProfileInstructionByInstruction() throws IOException {
    Path target = directory.resolve("compared");
    Path scenario = directory.resolve("small.yaml");
    assertEquals(0, run("compare", scenario, profile, "--out", target), this::err);
    assertTrue(out().contains(" in both, and nothing differs."), out());
    assertEquals(0, run("compare", profile, profile, "--out", target), this::err);
    assertTrue(out().contains("\nNo figure differs.\n"), out());
    assertFalse(out().contains("B against A"), out());
    String slower = "overrides.vector_engine.clock=0.5GHz";
    assertEquals(0, run("compare", scenario, profile, "--set", slower, "--out", target), this::err);
    assertTrue(out().contains("What makes up the difference, the biggest first"), out());
    assertTrue(out().matches("(?s).*Vector (COPY|TENSOR_TENSOR|MEMSET)[^\n]* -\\d.*"), out());
    assertEquals(List.of("compare.html", "compare.json", "compare.png"), files(target));
    String page = Files.readString(target.resolve("compare.html"));
    assertTrue(page.contains("What makes up the difference"), "the page tells it too");
    assertEquals(2, run("compare", profile, profile, "--set", "shape.K=512"));
    assertTrue(err().contains("--set: found shape.K of the profile"), err());
  }

  @Test
  void aProfileIsTheMeasuredSideOfAnAccuracyRow() throws IOException {
    String scenario =
        "{ kernel: allgather_compute_matmul, shape: { m: 128, K: 512, N: 1024 },"
            + " ranks: { tp: 4 } }";
    Path rows =
        Files.writeString(
            directory.resolve("rows.yaml"),
            "rows:\n"
                + "  - { id: total, measured: { profile: run/profile.json }, unit: ns, scenario: "
                + scenario
                + " }\n  - { id: hidden, measured: { profile: run/profile.json },"
                + " metric: communication.in_flight_us, scenario: "
                + scenario
                + " }\n");
    assertEquals(0, run("accuracy", rows, "--json"), this::err);
    List<YamlCursor> read = YamlCursor.readString("stdout", out()).child("rows").list();
    double total = simulated.child("time_us").child("total").number(0, 1e9);
    assertEquals(1000 * total, read.get(0).child("measured").number(0, 1e9), 1e-6);
    assertEquals(0, read.get(0).child("error_percent").number(-1, 1), 1e-9);
    Files.writeString(rows, Files.readString(rows).replace("in_flight_us", "nothing"));
    assertEquals(2, run("accuracy", rows));
    assertTrue(err().contains("which has no communication.nothing"), err());
  }

  @Test
  void otherMachinesHaveNoProfile() throws IOException {
    Path gpu =
        Files.writeString(
            directory.resolve("gpu.yaml"),
            "kernel: helion_all_gather_matmul\ndevice: h100x8\n"
                + "shape: { m: 128, K: 512, n: 1024 }\n");
    assertEquals(2, run("run", gpu, "--profile", "--json"));
    assertTrue(err().contains("a kernel of NeuronCores"), err());
  }
}
