package trn2sim.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.unit.Quote;
import trn2sim.kernels.Kernels;
import trn2sim.traces.accuracy.AccuracyFile;
import trn2sim.traces.accuracy.AccuracyReport;
import trn2sim.traces.accuracy.AccuracyRow;
import trn2sim.traces.accuracy.AccuracyRun;
import trn2sim.traces.accuracy.RowSelection;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.viz.chart.ChartFiles;
import trn2sim.viz.chart.Charts;

/** Compares predictions with measurements. */
@Command(
    name = "accuracy",
    description = "Run measured rows and compare: predicted, measured, error.",
    mixinStandardHelpOptions = true)
final class AccuracyCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Rows; default: the built-in ones.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--group", paramLabel = "NAME", description = "Only groups whose names begin so.")
  private String group = "";

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replace a value in the scenario of every row taken.")
  private List<String> changes = List.of();

  @Option(
      names = "--range",
      description =
          "Look for the range of each time of a check row as well, and whether the measured time"
              + " is within it: some 25 simulations for each row.")
  private boolean range;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write accuracy.json and a chart there too.")
  private Optional<Path> directory = Optional.empty();

  private final Terminal terminal;

  AccuracyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    directory.ifPresent(target -> OutputDirectory.check("--out", target));
    ScenarioLoader loader = new ScenarioLoader(Kernels.ALL);
    List<AccuracyRow> rows = rows(loader, selection());
    if (rows.isEmpty()) {
      String groups =
          rows(loader, RowSelection.ALL).stream()
              .map(AccuracyRow::group)
              .distinct()
              .sorted()
              .collect(Collectors.joining(", "));
      throw SpecException.at(
          "--group", Quote.of(group), "the beginning of a group's name, one of " + groups);
    }
    try (Progress progress = Progress.start(terminal, "scenarios", AccuracyRun.scenarios(rows))) {
      int threads = Runtime.getRuntime().availableProcessors();
      AccuracyReport report = new AccuracyRun(threads, range, progress::step).run(rows);
      progress.end();
      directory.ifPresent(target -> OutputDirectory.write(target, files -> write(report, files)));
      terminal.print(json ? Json.pretty(report.json()) : AccuracyText.of(report, terminal));
      return report.failures().isEmpty() ? 0 : 1;
    }
  }

  private List<AccuracyRow> rows(ScenarioLoader loader, RowSelection which) {
    return file.map(path -> AccuracyFile.read(path, loader, which))
        .orElseGet(() -> AccuracyFile.builtIn(loader, which));
  }

  private RowSelection selection() {
    return new RowSelection(group, changes.stream().map(Assignment::parse).toList());
  }

  private static void write(AccuracyReport report, Path files) throws IOException {
    Files.writeString(files.resolve("accuracy.json"), Json.pretty(report.json()));
    Charts.ofAccuracy(report, new ChartFiles(files, false));
  }
}
