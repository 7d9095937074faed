package trn2sim.cli;

import static trn2sim.core.unit.Text.format;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.traces.accuracy.AccuracyReport;
import trn2sim.traces.accuracy.AccuracyReport.Failure;
import trn2sim.traces.accuracy.AccuracyReport.Outcome;
import trn2sim.traces.accuracy.AccuracyReport.Summary;
import trn2sim.traces.accuracy.AccuracyRow;
import trn2sim.traces.accuracy.PredictedRange;

/** Predictions beside measurements as tables: every row, then groups, then sets. */
final class AccuracyText {
  private static final double NOTABLE_PERCENT = 3;
  private static final MathContext FIVE_DIGITS = new MathContext(5);

  private final AccuracyReport report;

  /** Whether any row has a range, and so a place for it is needed. */
  private final boolean ranges;

  private AccuracyText(AccuracyReport report) {
    this.report = report;
    this.ranges = report.outcomes().stream().anyMatch(outcome -> outcome.range().isPresent());
  }

  static String of(AccuracyReport report, Terminal terminal) {
    AccuracyText text = new AccuracyText(report);
    Stream<String> tables =
        Stream.of(text.rows(), text.table(report.groups()), text.table(report.sets()))
            .map(table -> table.render(terminal));
    return Stream.concat(tables, text.held().stream()).collect(Collectors.joining("\n"));
  }

  /** One sentence for each device with ranges, on a line each. */
  private Optional<String> held() {
    return report.sets().stream()
        .flatMap(summary -> summary.held().stream())
        .map(held -> held.sentence() + "\n")
        .reduce(String::concat);
  }

  private TextTable rows() {
    TextTable table =
        new TextTable(
            withRange(
                List.of("id", "device", "group", "set", "measured", "predicted", "unit", "error %"),
                List.of("range", "outside %"),
                "note"));
    for (Outcome outcome : report.outcomes()) {
      AccuracyRow row = outcome.row();
      boolean notable =
          row.set().equals("check") || Math.abs(outcome.errorPercent()) > NOTABLE_PERCENT;
      table.row(
          cells(
              row,
              figure(outcome.predicted()),
              format("%+.2f", outcome.errorPercent()),
              range(outcome),
              notable ? note(outcome) : ""));
    }
    for (Failure failure : report.failures()) {
      String reason = "error: " + failure.reason();
      table.row(cells(failure.row(), "-", "-", List.of("-", "-"), reason));
    }
    return table;
  }

  private String[] cells(
      AccuracyRow row, String predicted, String error, List<String> range, String note) {
    List<String> first =
        List.of(
            row.id(),
            row.device(),
            row.group(),
            row.set(),
            figure(row.measured()),
            predicted,
            row.metric().unit(),
            error);
    return withRange(first, range, note);
  }

  /** The cells of a line, with those for the range if there are any. */
  private String[] withRange(List<String> first, List<String> range, String last) {
    List<String> cells = new ArrayList<>(first);
    cells.addAll(ranges ? range : List.of());
    cells.add(last);
    return cells.toArray(String[]::new);
  }

  private static List<String> range(Outcome outcome) {
    return outcome.range().map(range -> range(range, outcome.row())).orElse(List.of("-", "-"));
  }

  private static List<String> range(PredictedRange range, AccuracyRow row) {
    double outside = range.outsidePercent(row.measured());
    return List.of(
        figure(range.low()) + "-" + figure(range.high()),
        outside == 0 ? "within" : format("%+.1f", outside));
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

  private TextTable table(List<Summary> summaries) {
    TextTable table =
        new TextTable(
            withRange(
                List.of("device", "set", "group", "rows", "mean abs %", "rms %"),
                List.of("within range"),
                "worst %"));
    summaries.forEach(summary -> add(table, summary));
    return table;
  }

  private void add(TextTable table, Summary summary) {
    String group = summary.part().group();
    String held = summary.held().map(h -> format("%d of %d", h.within(), h.kernels())).orElse("-");
    table.row(
        withRange(
            List.of(
                summary.part().device(),
                summary.part().set(),
                group.isEmpty() ? "all" : group,
                Integer.toString(summary.rows()),
                format("%.2f", summary.mape()),
                format("%.2f", summary.rms())),
            List.of(held),
            format("%.2f", summary.worst())));
  }

  private static String figure(double value) {
    return new BigDecimal(value).round(FIVE_DIGITS).stripTrailingZeros().toPlainString();
  }
}
