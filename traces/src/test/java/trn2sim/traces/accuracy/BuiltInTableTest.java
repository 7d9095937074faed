package trn2sim.traces.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trn2sim.core.unit.Text;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.traces.findings.HeldRanges;
import trn2sim.traces.scenario.ScenarioLoader;

/** The measured rows of NeuronCores that come along: how close the simulator must stay. */
class BuiltInTableTest {
  private static final int LEAST_ROWS = 150;
  private static final double MEAN_PERCENT = 2;
  private static final double KERNEL_PERCENT = 5;

  /** What MLP-tanh-1024 is off by, and why, is in its note. */
  private static final double NKI_PERCENT = 26.5;

  /** Kernels in NKI beyond that, each explained in its note, and the limit of each. */
  private static final Map<String, Double> NKI_EXCEPTIONS =
      Map.of(
          "PRE-shared", 48.0,
          "TOK-heads", 30.9,
          "TOK-shared", 28.6,
          "FLAT-16-12-2", 40.7,
          "FLAT-4-24-1", 46.6,
          "TILE-div-short", 52.0,
          "TILE-gate-small", 31.1);

  /** Kernels and the collective of Trainium3, of which few figures were measured. */
  private static final double NEXT_PERCENT = 51;

  private static final double WORST_PERCENT = 10;

  /** Calibration rows beyond the limit, each explained in its note. */
  private static final Set<String> EXCEPTIONS =
      Set.of(
          "NTFF-026",
          "NTFF-027",
          "NTFF-030",
          "TKF-004",
          "TKF-063",
          "DOC-009",
          "VOY-018",
          "C-COLL-1010-1011");

  /** Where docs/fidelity.md sums up a group: how the line begins. */
  private static final Map<String, String> DOCUMENTED =
      Map.of(
          "trn2 check whole-kernels", "check: whole kernels",
          "trn2 check nki-kernels", "check: kernels in NKI",
          "trn2 check collectives across chips", "check: collectives across chips",
          "trn2 check small collectives", "check: small collectives",
          "trn2 check dma", "check: the published efficiency curve",
          "trn3 check nki-kernels", "Trainium3, check: kernels in NKI");

  @Test
  void staysCloseToTheMeasurements() {
    List<AccuracyRow> rows =
        AccuracyFile.builtIn(new ScenarioLoader(Kernels.ALL), RowSelection.ALL).stream()
            .filter(row -> row.scenario().kernel() instanceof ScriptKernel)
            .toList();
    AccuracyReport report = new AccuracyRun(2, () -> {}).run(rows);
    AccuracyReport.Summary calibration = report.sets().get(0);
    assertEquals(new AccuracyReport.Part("trn2", "calibration", ""), calibration.part());
    assertTrue(calibration.rows() >= LEAST_ROWS);
    assertTrue(calibration.mape() <= MEAN_PERCENT, "mean " + calibration.mape());
    assertTrue(worst(report, "whole-kernels") <= KERNEL_PERCENT);
    report.groups().stream()
        .filter(group -> group.part().device().equals("trn3"))
        .forEach(group -> assertTrue(group.worst() <= NEXT_PERCENT, () -> group.toString()));
    assertEquals(NKI_EXCEPTIONS.keySet(), beyond(report, "nki-kernels", NKI_PERCENT));
    report.outcomes().stream()
        .filter(outcome -> NKI_EXCEPTIONS.containsKey(outcome.row().id()))
        .forEach(
            outcome ->
                assertTrue(
                    Math.abs(outcome.errorPercent()) <= NKI_EXCEPTIONS.get(outcome.row().id()),
                    () -> outcome.row().id() + " " + outcome.errorPercent()));
    Set<String> beyond = new TreeSet<>();
    for (AccuracyReport.Outcome outcome : report.outcomes()) {
      boolean calibrates = outcome.row().set().equals("calibration");
      if (calibrates && Math.abs(outcome.errorPercent()) > WORST_PERCENT) {
        assertTrue(!outcome.row().note().isEmpty(), outcome.row().id() + " lacks a reason");
        beyond.add(outcome.row().id());
      }
    }
    assertEquals(new TreeSet<>(EXCEPTIONS), beyond);
    assertDocumented(report);
    double usual = HeldRanges.of("trn2").orElseThrow().usualPercent();
    assertEquals(median(report), usual, 0.051, "half are off by more: ranges.yaml");
  }

  private static double median(AccuracyReport report) {
    double[] errors =
        report.outcomes().stream()
            .filter(outcome -> outcome.row().device().equals("trn2"))
            .filter(outcome -> AccuracyRun.hasRange(outcome.row()))
            .mapToDouble(outcome -> Math.abs(outcome.errorPercent()))
            .sorted()
            .toArray();
    return (errors[(errors.length - 1) / 2] + errors[errors.length / 2]) / 2;
  }

  /** The page on fidelity says how many rows there are and how far off they are. */
  private static void assertDocumented(AccuracyReport report) {
    assertDocumented("calibration: ", report.sets().get(0));
    for (AccuracyReport.Summary group : report.groups()) {
      AccuracyReport.Part part = group.part();
      Optional.ofNullable(DOCUMENTED.get(part.device() + " " + part.set() + " " + part.group()))
          .ifPresent(line -> assertDocumented(line, group));
    }
  }

  private static void assertDocumented(String begin, AccuracyReport.Summary summary) {
    String figures = Text.format(" | %d | %.1f %% | ", summary.rows(), summary.mape());
    List<String> page = linesOf(Path.of("..", "docs", "fidelity.md"), begin);
    assertTrue(!page.isEmpty(), () -> "docs/fidelity.md, " + begin + figures);
    List<String> lines = new ArrayList<>(page);
    lines.addAll(linesOf(Path.of("..", "README.md"), begin));
    lines.forEach(line -> assertTrue(line.contains(figures), () -> line + figures));
  }

  private static List<String> linesOf(Path document, String begin) {
    try (Stream<String> lines = Files.lines(document)) {
      return lines.filter(line -> line.startsWith("| " + begin)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How often ranges held is told of as many rows as there are. */
  @Test
  void rangesAreToldOfForAllRowsThatHaveOne() {
    List<AccuracyRow> rows =
        AccuracyFile.builtIn(new ScenarioLoader(Kernels.ALL), RowSelection.ALL);
    for (String device : rows.stream().map(AccuracyRow::device).distinct().toList()) {
      long checked =
          rows.stream()
              .filter(row -> row.device().equals(device))
              .filter(AccuracyRun::hasRange)
              .count();
      long told = HeldRanges.of(device).map(HeldRanges::kernels).orElse(0);
      assertEquals(checked, told, device + ": accuracy --range has new figures for ranges.yaml");
    }
  }

  private static Set<String> beyond(AccuracyReport report, String group, double percent) {
    return report.outcomes().stream()
        .filter(outcome -> outcome.row().device().equals("trn2"))
        .filter(outcome -> outcome.row().group().equals(group))
        .filter(outcome -> Math.abs(outcome.errorPercent()) > percent)
        .map(outcome -> outcome.row().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static double worst(AccuracyReport report, String group) {
    return report.groups().stream()
        .filter(summary -> summary.part().device().equals("trn2"))
        .filter(summary -> summary.part().group().equals(group))
        .findFirst()
        .orElseThrow()
        .worst();
  }
}
