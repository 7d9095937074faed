package trn2sim.traces.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.kernels.Kernels;
import trn2sim.traces.accuracy.AccuracyReport.Outcome;
import trn2sim.traces.accuracy.AccuracyReport.Part;
import trn2sim.traces.accuracy.AccuracyReport.Summary;
import trn2sim.traces.findings.HeldRanges;
import trn2sim.traces.scenario.ScenarioLoader;

class AccuracyTest {
  private static final ScenarioLoader LOADER = new ScenarioLoader(Kernels.ALL);
  private static final Path SAMPLE = Path.of("src/test/resources/accuracy/sample.yaml");
  private static final String SCENARIO =
      "scenario: { kernel: matmul, shape: { M: 128, K: 128, N: 512 } }";

  @TempDir Path directory;

  @Test
  void rowsTakeWhatTheirGroupSays() {
    List<AccuracyRow> rows = AccuracyFile.read(SAMPLE, LOADER, RowSelection.ALL);
    assertEquals(
        List.of("square-128", "square-256", "alone"), rows.stream().map(AccuracyRow::id).toList());
    assertEquals("squares", rows.get(1).group());
    assertEquals("figures for the tests only", rows.get(1).source());
    assertEquals("calibration", rows.get(0).set());
    assertEquals("check", rows.get(2).set());
    assertEquals(256, rows.get(1).scenario().shape().integer("M"));
    assertEquals(256, rows.get(1).scenario().shape().integer("K"));
    assertEquals("tiled", rows.get(1).scenario().options().word("schedule"));
    assertEquals(new Metric("time_us.total", "ns"), rows.get(2).metric());
  }

  @Test
  void equalScenariosRunOnceAndThreadsDoNotMatter() {
    List<AccuracyRow> rows = AccuracyFile.read(SAMPLE, LOADER, RowSelection.ALL);
    AtomicInteger runs = new AtomicInteger();
    AccuracyReport one = new AccuracyRun(1, runs::incrementAndGet).run(rows);
    assertEquals(2, runs.get());
    AccuracyReport three = new AccuracyRun(3, () -> {}).run(rows);
    assertEquals(Json.pretty(one.json()), Json.pretty(three.json()));
    assertEquals(one.outcomes().get(0).predicted() * 1000, one.outcomes().get(2).predicted(), 1e-6);
  }

  @Test
  void errorsAreSummedUpByGroup() {
    List<AccuracyRow> rows = AccuracyFile.read(SAMPLE, LOADER, RowSelection.ALL);
    AccuracyReport report =
        new AccuracyReport(
            List.of(
                outcome(rows.get(0), 8.0 * 1.10),
                outcome(rows.get(1), 12.5 * 0.80),
                outcome(rows.get(2), 8000)),
            List.of());
    assertEquals(15, report.groups().get(0).mape(), 1e-9);
    assertEquals(20, report.groups().get(0).worst(), 1e-9);
    assertEquals(0, report.groups().get(1).mape(), 1e-9);
    assertEquals(
        List.of(new Part("trn2", "calibration", ""), new Part("trn2", "check", "")),
        report.sets().stream().map(Summary::part).toList());
    assertEquals(15, report.sets().get(0).mape(), 1e-9);
    assertEquals(-20, report.outcomes().get(1).errorPercent(), 1e-9);
  }

  @Test
  void aLaunchIsTakenOffWhatWasMeasured() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("rows.yaml"),
            rows("id: a, measured: 25, launch: 15", "id: b, measured: 10"));
    List<AccuracyRow> rows = read(file);
    assertEquals(10, rows.get(0).measured());
    Outcome outcome = outcome(rows.get(0), 12.5);
    assertEquals(25, outcome.errorPercent());
    assertEquals(10, outcome.wholeErrorPercent());
    assertEquals(25, outcome(rows.get(1), 12.5).wholeErrorPercent());
    String json = Json.pretty(new AccuracyReport(List.of(outcome), List.of()).json());
    assertTrue(json.contains("\"error_percent_with_launch\": 10"), json);
  }

  @Test
  void theRangeOfACheckRowSaysWhetherItHolds() {
    List<AccuracyRow> rows = AccuracyFile.read(SAMPLE, LOADER, RowSelection.ALL);
    AccuracyReport report = new AccuracyRun(1, true, () -> {}).run(rows);
    Outcome checked = report.outcomes().get(2);
    PredictedRange range = checked.range().orElseThrow();
    assertTrue(range.low() < range.high() && range.low() <= checked.predicted());
    assertTrue(range.high() >= checked.predicted());
    assertEquals(Optional.empty(), report.groups().get(0).held(), "calibration");
    int within = range.outsidePercent(8000) == 0 ? 1 : 0;
    int near = Math.abs(range.outsidePercent(8000)) <= 5 ? 1 : 0;
    assertEquals(
        Optional.of(new HeldRanges("trn2", 1, within, near, Math.abs(checked.errorPercent()))),
        report.groups().get(1).held());
    assertTrue(Json.pretty(report.json()).contains("\"within_range\": "));
  }

  @Test
  void aMeasurementIsOutsideByItsDistanceFromTheNearerEnd() {
    PredictedRange range = new PredictedRange(10, 12);
    assertEquals(0, range.outsidePercent(11));
    assertEquals(-25, range.outsidePercent(8));
    assertEquals(20, range.outsidePercent(15));
    assertEquals(0, range.outsidePercent(10));
  }

  /** A tile does not fit; the other row runs all the same. */
  @Test
  void aRowThatCannotRunIsARowWithItsReason() throws IOException {
    String text =
        rows(
            "id: a, measured: 1",
            "id: b, measured: 1, overrides.sbuf.usable_partition_bytes: 1 KiB");
    Path file = Files.writeString(directory.resolve("rows.yaml"), text);
    AccuracyReport report = new AccuracyRun(1, () -> {}).run(read(file));
    assertEquals("a", report.outcomes().get(0).row().id());
    assertEquals("b", report.failures().get(0).row().id());
    assertTrue(report.failures().get(0).reason().contains("SBUF over capacity"));
    assertTrue(Json.pretty(report.json()).contains("\"error\": "));
  }

  @Test
  void badTablesAreRefusedInOneLine() throws IOException {
    assertEquals(":1: found no rows, expected rows, or groups with rows", message("sources: {}"));
    assertEquals(
        ":3 id: found \"a\" again, expected an id of its own",
        message(rows("id: a, measured: 1", "id: a, measured: 1")));
    assertEquals(
        ":2 measurd: found an unknown key, expected one of id, measured; did you mean measured?",
        message(rows("id: a, measurd: 1")));
    assertEquals(
        ":2 launch: found \"2\", expected less than the time that was measured with it",
        message(rows("id: a, measured: 2, launch: 2")));
    assertEquals(
        ":2 metric: found \"time_us.totl\", which the result does not have, expected a number in"
            + " result.json, which has total, launch there; did you mean total?",
        message(rows("id: a, measured: 1, metric: time_us.totl")));
    String absent = message(rows("id: a, measured: 1, metric: probe.x"));
    assertTrue(absent.contains("result.json, which has scenario, device, "), absent);
    assertEquals(
        ":2 shape.K: found \"many\", expected a whole number from 1 to 1048576",
        message(rows("id: a, measured: 1, shape.K: many")));
    assertEquals(
        ":1 groups[0].rows[0]: found 1 value, expected 2 values, one for each column",
        message("groups: [{ name: g, columns: [id, measured], rows: [[a]] }]"));
  }

  /** What tells kernels that were recorded apart is what was recorded, not the name of a file. */
  @Test
  void streamsOfOneNameAreToldApart() throws IOException {
    Path recorded = Path.of("src/main/resources/accuracy/nki");
    for (String kernel : List.of("relu_small", "vector_add")) {
      Path folder = Files.createDirectory(directory.resolve(kernel));
      Files.copy(recorded.resolve(kernel + ".nki.gz"), folder.resolve("kernel.nki.gz"));
    }
    Files.copy(recorded.resolve("relu_small.nki.gz"), directory.resolve("kernel.nki.gz"));
    Path file =
        Files.writeString(
            directory.resolve("rows.yaml"),
            "groups:\n- { name: g, scenario: { device: trn2, dtype: fp32, ranks: { lnc: 1 } },"
                + " columns: [id, kernel.stream, measured], rows: [[a, kernel.nki.gz, 1],"
                + " [b, relu_small/kernel.nki.gz, 1], [c, vector_add/kernel.nki.gz, 1]] }\n");
    AtomicInteger runs = new AtomicInteger();
    AccuracyReport report = new AccuracyRun(1, runs::incrementAndGet).run(read(file));
    List<Double> times = report.outcomes().stream().map(Outcome::predicted).toList();
    assertEquals(2, runs.get());
    assertEquals(times.get(0), times.get(1));
    assertNotEquals(times.get(1), times.get(2));
  }

  private static Outcome outcome(AccuracyRow row, double predicted) {
    return new Outcome(row, predicted, Optional.empty());
  }

  private static String rows(String... rows) {
    StringBuilder text = new StringBuilder("rows:\n");
    for (String row : rows) {
      text.append("- { " + row + ", " + SCENARIO + " }\n");
    }
    return text.toString();
  }

  private String message(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("rows.yaml"), text);
    String message =
        assertThrows(SpecException.class, () -> new AccuracyRun(1, () -> {}).run(read(file)))
            .getMessage();
    return message.substring(file.toString().length());
  }

  private static List<AccuracyRow> read(Path file) {
    return AccuracyFile.read(file, LOADER, RowSelection.ALL);
  }
}
