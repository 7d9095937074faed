package trn2sim.cli;

import static trn2sim.core.unit.Text.format;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.unit.Quote;
import trn2sim.kernels.Kernels;
import trn2sim.traces.accuracy.AccuracyFile;
import trn2sim.traces.accuracy.AccuracyReport;
import trn2sim.traces.accuracy.AccuracyReport.Failure;
import trn2sim.traces.accuracy.AccuracyReport.Outcome;
import trn2sim.traces.accuracy.AccuracyReport.Summary;
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
  private static final double NOTABLE_PERCENT = 3;
  private static final MathContext FIVE_DIGITS = new MathContext(5);

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
    List<AccuracyRow> rows =
        file.map(path -> AccuracyFile.read(path, loader, selection()))
            .orElseGet(() -> AccuracyFile.builtIn(loader, selection()));
    if (rows.isEmpty()) {
      throw SpecException.at("--group", Quote.of(group), "the beginning of a group's name");
    }
    try (Progress progress = Progress.start(terminal, "scenarios", AccuracyRun.scenarios(rows))) {
      int threads = Runtime.getRuntime().availableProcessors();
      AccuracyReport report = new AccuracyRun(threads, progress::step).run(rows);
      progress.end();
      directory.ifPresent(target -> OutputDirectory.write(target, files -> write(report, files)));
      terminal.print(json ? Json.pretty(report.json()) : text(report));
      return report.failures().isEmpty() ? 0 : 1;
    }
  }

  private RowSelection selection() {
    return new RowSelection(group, changes.stream().map(Assignment::parse).toList());
  }

  private static void write(AccuracyReport report, Path files) throws IOException {
    Files.writeString(files.resolve("accuracy.json"), Json.pretty(report.json()));
    Charts.ofAccuracy(report, new ChartFiles(files, false));
  }

  private String text(AccuracyReport report) {
    TextTable table =
        new TextTable(
            "id", "device", "group", "set", "measured", "predicted", "unit", "error %", "note");
    for (Outcome outcome : report.outcomes()) {
      AccuracyRow row = outcome.row();
      boolean notable =
          row.set().equals("check") || Math.abs(outcome.errorPercent()) > NOTABLE_PERCENT;
      table.row(
          row.id(),
          row.device(),
          row.group(),
          row.set(),
          figure(row.measured()),
          figure(outcome.predicted()),
          row.metric().unit(),
          format("%+.2f", outcome.errorPercent()),
          notable ? note(outcome) : "");
    }
    for (Failure failure : report.failures()) {
      AccuracyRow row = failure.row();
      table.row(
          row.id(),
          row.device(),
          row.group(),
          row.set(),
          figure(row.measured()),
          "-",
          row.metric().unit(),
          "-",
          "error: " + failure.reason());
    }
    return table.render(terminal) + "\n" + summaries(report);
  }

  private static String note(Outcome outcome) {
    AccuracyRow row = outcome.row();
    if (row.launch() == 0) {
      return row.note();
    }
    String whole =
        format(
            "%s less %s of launch; %+.1f %% with it",
            figure(row.measured() + row.launch()),
            figure(row.launch()),
            outcome.wholeErrorPercent());
    return row.note().isEmpty() ? whole : whole + "; " + row.note();
  }

  private String summaries(AccuracyReport report) {
    return table(report.groups()).render(terminal) + "\n" + table(report.sets()).render(terminal);
  }

  private static TextTable table(List<Summary> summaries) {
    TextTable table =
        new TextTable("device", "set", "group", "rows", "mean abs %", "rms %", "worst %");
    summaries.forEach(summary -> add(table, summary));
    return table;
  }

  private static void add(TextTable table, Summary summary) {
    String group = summary.part().group();
    table.row(
        summary.part().device(),
        summary.part().set(),
        group.isEmpty() ? "all" : group,
        Integer.toString(summary.rows()),
        format("%.2f", summary.mape()),
        format("%.2f", summary.rms()),
        format("%.2f", summary.worst()));
  }

  private static String figure(double value) {
    return new BigDecimal(value).round(FIVE_DIGITS).stripTrailingZeros().toPlainString();
  }
}
