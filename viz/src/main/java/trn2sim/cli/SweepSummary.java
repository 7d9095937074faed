package trn2sim.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.core.unit.Text;
import trn2sim.traces.search.Advice;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/** What {@code sweep} prints: the best points, where the path flips, what failed. */
final class SweepSummary {
  private static final int MOST_ROWS = 20;
  private static final int MOST_FLIPS = 200;
  private static final int MARGIN = 2;

  /** The other figures are in the CSV file. */
  private static final List<String> SHOWN =
      List.of("time_us.total", "speedup", "communication.hidden", "mfu", "path.rule");

  /** A point that is named because it is best in something. */
  private record Best(String what, String figure, boolean smallest, double factor, String unit) {}

  private static final List<Best> BEST =
      List.of(
          new Best("fastest", "time_us.total", true, 1, " us"),
          new Best("highest speed-up", "speedup", false, 1, "x"),
          new Best("highest MFU", "mfu", false, 100, " %"));

  private final Terminal terminal;

  SweepSummary(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(SweepTable table, Path target) {
    StringBuilder out = new StringBuilder();
    line(
        out,
        "%s: %d points, %d failed",
        terminal.bold(table.name()),
        table.rows().size(),
        table.failed());
    BEST.forEach(
        best -> table.best(best.figure, best.smallest).ifPresent(row -> line(out, best, row)));
    fusing(out, table);
    flips(out, table);
    failures(out, table);
    table
        .withoutEffect()
        .forEach(axis -> line(out, "  warning: %s has no effect on any point", axis));
    if (table.rows().size() <= MOST_ROWS) {
      out.append('\n').append(rows(table));
    }
    line(out, "  files   %s", target);
    return out.toString();
  }

  private void line(StringBuilder out, Best best, SweepRow row) {
    double value = best.factor * row.number(best.figure).orElseThrow();
    line(out, "  %s: %s%s at %s", best.what, Text.number(value), best.unit, row.describe());
  }

  /** At how many points fusing pays, for a highest speed-up may be below one. */
  private void fusing(StringBuilder out, SweepTable table) {
    List<Double> speedups =
        table.rows().stream().flatMap(row -> row.number("speedup").stream()).toList();
    long pays = speedups.stream().filter(x -> Advice.of(x) == Advice.FUSE).count();
    if (!speedups.isEmpty()) {
      line(out, "  fusing pays at %d of %d points", pays, speedups.size());
    }
  }

  /** Flips between the same two values are told together, with the other axes' values there. */
  private void flips(StringBuilder out, SweepTable table) {
    Map<String, List<Map<String, String>>> places = new LinkedHashMap<>();
    for (SweepTable.Flip flip : table.flips(MOST_FLIPS)) {
      String between =
          Text.format(
              "  path flips from %s to %s between %s %s and %s",
              flip.from().figures().get("path.rule"),
              flip.to().figures().get("path.rule"),
              flip.axis(),
              flip.from().values().get(flip.axis()),
              flip.to().values().get(flip.axis()));
      Map<String, String> others = new LinkedHashMap<>(flip.to().values());
      others.remove(flip.axis());
      places.computeIfAbsent(between, first -> new ArrayList<>()).add(others);
    }
    places.forEach((between, where) -> line(out, "%s%s", between, at(where)));
  }

  private static String at(List<Map<String, String>> places) {
    Set<String> axes = places.get(0).keySet();
    if (axes.size() == 1) {
      String axis = axes.iterator().next();
      return " at " + axis + " " + joined(places.stream().map(place -> place.get(axis)), ", ");
    }
    return axes.isEmpty()
        ? ""
        : " at " + joined(places.stream().map(SweepSummary::described), "; ");
  }

  private static String described(Map<String, String> place) {
    return joined(place.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()), ", ");
  }

  private static String joined(Stream<String> words, String by) {
    return words.collect(Collectors.joining(by));
  }

  private void failures(StringBuilder out, SweepTable table) {
    table
        .failures()
        .forEach(
            row -> line(out, "  %s %s: %s", terminal.bad("failed"), row.describe(), row.error()));
  }

  /** With as many of the figures as the terminal has room for, the first ones first. */
  private String rows(SweepTable table) {
    List<String> columns = table.columns().stream().filter(SHOWN::contains).toList();
    int room = terminal.columns() - MARGIN;
    TextTable text = rows(table, columns);
    for (int left = columns.size() - 1; left >= 0 && text.width() > room; left--) {
      text = rows(table, columns.subList(0, left));
    }
    StringBuilder out = new StringBuilder();
    text.render(terminal)
        .indent(MARGIN)
        .lines()
        .forEach(row -> out.append(Wrapped.text(row, 2 * MARGIN, terminal.columns())));
    return out.toString();
  }

  private static TextTable rows(SweepTable table, List<String> columns) {
    String[] header = Stream.concat(table.axes().stream(), columns.stream()).toArray(String[]::new);
    TextTable text = new TextTable(header);
    for (SweepRow row : table.rows()) {
      text.row(
          Stream.concat(
                  row.values().values().stream(), columns.stream().map(column -> cell(row, column)))
              .toArray(String[]::new));
    }
    return text;
  }

  private static String cell(SweepRow row, String column) {
    return row.number(column)
        .map(Text::number)
        .orElse(row.figures().getOrDefault(column, row.failed() ? "failed" : ""));
  }

  private void line(StringBuilder out, String pattern, Object... args) {
    out.append(Wrapped.text(Text.format(pattern, args), 2 * MARGIN, terminal.columns()));
  }
}
