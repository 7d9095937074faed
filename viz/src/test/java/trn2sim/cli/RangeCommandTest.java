package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.YamlCursor;

/** {@code run --range}, as typed, and what its files say. */
class RangeCommandTest extends TypedCommands {
  private static final String FUSED =
      "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 1024 }\nranks: { tp: 4 }\n";

  @TempDir Path directory;

  private Path fused;

  @BeforeEach
  void write() throws IOException {
    fused = Files.writeString(directory.resolve("fused.yaml"), FUSED);
  }

  private YamlCursor json(Object... arguments) {
    assertEquals(0, run(arguments), this::err);
    return YamlCursor.readString("stdout", out());
  }

  @Test
  void theSettingsItNamesGiveBothEndsAgain() {
    YamlCursor range = json("run", fused, "--json", "--range").child("range_us");
    for (String end : List.of("low", "high")) {
      List<Object> again = new ArrayList<>(List.of("run", fused, "--json"));
      for (YamlCursor setting : range.child(end + "_set").list()) {
        again.addAll(List.of("--set", setting.string()));
      }
      assertEquals(
          range.child(end).decimal(),
          json(again.toArray()).child("time_us").child("total").decimal());
    }
    assertTrue(range.child("low").decimal().compareTo(range.child("high").decimal()) < 0);
    assertTrue(
        range.child("simulations").decimal().compareTo(range.child("most_simulations").decimal())
            <= 0);
  }

  @Test
  void summaryReportAndChartShowItAndTheVerdictSaysWhetherItHolds() throws IOException {
    Path target = directory.resolve("results");
    assertEquals(0, run("run", fused, "--range", "--out", target));
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.matches(".* about [0-9.]+ us \\([0-9.]+-[0-9.]+\\).*"), said);
    assertTrue(said.contains(" range each alone, us: "), said);
    assertTrue(said.contains("over the whole range"), said);
    assertTrue(files(target).contains("range.png"));
    String report = Files.readString(target.resolve("report.html"));
    assertTrue(report.contains(">How sure is this?</h2>"));
    assertTrue(report.contains("over the whole range"));
    YamlCursor result = YamlCursor.read(target.resolve("result.json"));
    assertTrue(result.child("verdict").string().contains("over the whole range"));
    assertTrue(result.child("range_us").child("advice").has("holds"));
  }

  @Test
  void withoutItATimeHasThreeDigitsAndAHint() throws IOException {
    Path target = directory.resolve("results");
    assertEquals(0, run("run", fused, "--out", target));
    String said = out().replaceAll("\\s+", " ");
    assertTrue(said.matches(".* about [0-9.]{3,4} us .*run --range says how sure.*"), said);
    assertFalse(files(target).contains("range.png"));
    assertFalse(YamlCursor.read(target.resolve("result.json")).has("range_us"));
    assertFalse(
        Files.readString(target.resolve("report.html")).contains(">How sure is this?</h2>"));
  }

  @Test
  void devicesListTheirRanges() {
    assertEquals(0, run("devices", "trn2"));
    assertTrue(out().contains("60 GB/s to 217 GB/s"), out());
    assertTrue(out().contains("\n    range: both: 1-2 us per hop (collectives)\n"), out());
    YamlCursor device = json("devices", "trn2", "--json");
    YamlCursor cap =
        device.child("parameters").list().stream()
            .filter(p -> p.child("name").string().equals("cc.core_bandwidth_lnc2"))
            .findFirst()
            .orElseThrow()
            .child("range");
    assertEquals("60 GB/s", cap.child("low").string());
    assertEquals("217 GB/s", cap.child("high").string());
    assertFalse(cap.child("source").string().isEmpty());
  }
}
