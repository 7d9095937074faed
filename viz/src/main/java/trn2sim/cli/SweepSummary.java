package trn2sim.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
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

  private static final String LIMIT = "limited_by.what";

  /** The most that the table says of why a point failed. */
  private static final int LONGEST_REASON = 28;

  /** The file and line before an error. */
  private static final Pattern PLACE = Pattern.compile("^\\S+:[0-9]+:? ");

  private static final String SPEEDUP = "speedup";
  private static final String DOUBT = "doubt";

  /** The other figures are in the CSV file. */
  private static final List<String> SHOWN =
      List.of("time_us.total", SPEEDUP, LIMIT, "communication.hidden", "mfu", "path.rule");

  /** A point that is named because it is best in something. */
  private record Best(String what, String figure, boolean smallest, double factor, String unit) {}

  private static final List<Best> BEST =
      List.of(
          new Best("fastest", "time_us.total", true, 1, " us"),
          new Best("highest speed-up", SPEEDUP, false, 1, "x"),
          new Best("highest MFU", "mfu", false, 100, " %"));

  private final Terminal terminal;

  SweepSummary(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(SweepTable table, Path target) {
    StringBuilder out = new StringBuilder();
    line(
        out,
        "%s: %s, %d failed",
        terminal.bold(table.name()),
        Text.count(table.rows().size(), "point"),
        table.failed());
    boolean compares = table.columns().contains(SPEEDUP);
    BEST.forEach(
        best ->
            table
                .best(best.figure, best.smallest)
                .ifPresent(row -> line(out, best, row, compares)));
    fusing(out, table);
    doubtful(out, table);
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

  /** A point that is not compared may be best because it leaves out work. */
  private void line(StringBuilder out, Best best, SweepRow row, boolean compares) {
    double value = best.factor * row.number(best.figure).orElseThrow();
    String doubt = row.figures().containsKey(DOUBT) ? ", in doubt" : "";
    String alone =
        compares && row.number(SPEEDUP).isEmpty() ? ", not compared with gathering first" : "";
    String place = row.describe() + doubt + alone;
    line(out, "  %s: %s%s at %s", best.what, Text.number(value), best.unit, place);
  }

  /** At how many points fusing pays, for a highest speed-up may be below one. */
  private void fusing(StringBuilder out, SweepTable table) {
    List<Double> speedups =
        table.rows().stream().flatMap(row -> row.number(SPEEDUP).stream()).toList();
    long pays = speedups.stream().filter(x -> Advice.of(x) == Advice.FUSE).count();
    if (!speedups.isEmpty()) {
      line(out, "  fusing pays at %d of %s", pays, Text.count(speedups.size(), "point"));
      notCompared(out, table);
    }
  }

  /** Points that ran and yet have no speed-up leave a gap in the table. */
  private void notCompared(StringBuilder out, SweepTable table) {
    List<SweepRow> rows =
        table.rows().stream()
            .filter(row -> row.number("time_us.total").isPresent())
            .filter(row -> row.number(SPEEDUP).isEmpty())
            .toList();
    if (!rows.isEmpty()) {
      line(
          out,
          "  not compared with gathering first: %s, such as %s; trn2sim run says why",
          Text.count(rows.size(), "point"),
          rows.get(0).describe());
    }
  }

  /** Points whose time is that of another kernel than is meant, such as one that does less. */
  private void doubtful(StringBuilder out, SweepTable table) {
    List<SweepRow> rows =
        table.rows().stream().filter(row -> row.figures().containsKey(DOUBT)).toList();
    if (!rows.isEmpty()) {
      line(
          out,
          "  in doubt: %s, such as %s: %s",
          Text.count(rows.size(), "point"),
          rows.get(0).describe(),
          rows.get(0).figures().get(DOUBT));
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
    long more = table.failed() - table.failures().size();
    if (more > 0) {
      line(out, "  %d more failed; sweep.csv has their errors", more);
    }
  }

  /** With those of the figures that the terminal has room for beside the ones before them. */
  private String rows(SweepTable table) {
    List<String> columns = List.of();
    for (String column : SHOWN) {
      List<String> more = Stream.concat(columns.stream(), Stream.of(column)).toList();
      boolean there = table.columns().contains(column);
      if (there && rows(table, more).width() <= terminal.columns() - MARGIN) {
        columns = more;
      }
    }
    StringBuilder out = new StringBuilder();
    rows(table, columns)
        .render(terminal)
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
          Stream.concat(row.values().values().stream(), cells(row, columns))
              .toArray(String[]::new));
    }
    return text;
  }

  private static Stream<String> cells(SweepRow row, List<String> columns) {
    if (!row.failed()) {
      return columns.stream().map(column -> cell(row, column));
    }
    return columns.stream()
        .map(
            column ->
                column.equals(LIMIT) ? reason(row) : column.equals(columns.get(0)) ? "failed" : "");
  }

  private static String cell(SweepRow row, String column) {
    return row.number(column).map(Text::number).orElse(row.figures().getOrDefault(column, ""));
  }

  /** Why a point failed, as far as there is room; the CSV file has all of it. */
  private static String reason(SweepRow row) {
    String error = PLACE.matcher(row.error()).replaceFirst("");
    return error.length() <= LONGEST_REASON
        ? error
        : error.substring(0, LONGEST_REASON - 3).stripTrailing() + "...";
  }

  private void line(StringBuilder out, String pattern, Object... args) {
    out.append(Wrapped.text(Text.format(pattern, args), 2 * MARGIN, terminal.columns()));
  }
}
