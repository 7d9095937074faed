package trn2sim.traces.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import trn2sim.core.json.JsonObject;

/**
 * The rows of a sweep.
 *
 * @param axes the keys that vary
 * @param figures the dotted paths that rows may have
 */
public record SweepTable(
    String name, List<String> axes, List<String> figures, List<SweepRow> rows) {
  /** Neighbours along one axis that took different paths. */
  public record Flip(String axis, SweepRow from, SweepRow to) {}

  private static final String PATH = "path.rule";

  public SweepTable {
    rows = List.copyOf(rows);
    axes = List.copyOf(axes);
    figures = List.copyOf(figures);
  }

  /** The figures that at least one row has. */
  public List<String> columns() {
    return figures.stream()
        .filter(path -> rows.stream().anyMatch(row -> row.figures().containsKey(path)))
        .toList();
  }

  /** The values of an axis, by its position, in the order of the points. */
  public List<String> values(int axis) {
    return rows.stream().map(row -> row.values().get(axes.get(axis))).distinct().toList();
  }

  public long failed() {
    return rows.stream().filter(SweepRow::failed).count();
  }

  /** The row with the smallest or largest figure, if any has it. */
  public Optional<SweepRow> best(String figure, boolean smallest) {
    Comparator<SweepRow> order =
        Comparator.comparingDouble((SweepRow row) -> row.number(figure).orElseThrow());
    return rows.stream()
        .filter(row -> row.number(figure).isPresent())
        .min(smallest ? order : order.reversed());
  }

  /** Where the path changes from one value of an axis to the next, the other axes being equal. */
  public List<Flip> flips() {
    List<Flip> flips = new ArrayList<>();
    for (String axis : axes) {
      Map<Map<String, String>, SweepRow> last = new LinkedHashMap<>();
      for (SweepRow row : rows) {
        Map<String, String> others = new LinkedHashMap<>(row.values());
        others.remove(axis);
        SweepRow before = row.figures().containsKey(PATH) ? last.put(others, row) : null;
        if (before != null && !before.figures().get(PATH).equals(row.figures().get(PATH))) {
          flips.add(new Flip(axis, before, row));
        }
      }
    }
    return flips;
  }

  /** The rows as comma-separated values (RFC 4180). */
  public String csv() {
    StringBuilder out = new StringBuilder();
    List<String> columns = columns();
    List<String> header = new ArrayList<>(axes);
    header.addAll(columns);
    header.add("error");
    out.append(line(header));
    for (SweepRow row : rows) {
      List<String> cells = new ArrayList<>(axes.stream().map(row.values()::get).toList());
      columns.forEach(path -> cells.add(row.figures().getOrDefault(path, "")));
      cells.add(row.error());
      out.append(line(cells));
    }
    return out.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream().map(SweepTable::cell).collect(Collectors.joining(",", "", "\n"));
  }

  /** A spreadsheet would take a text that begins like a formula for one; an apostrophe stops it. */
  private static String cell(String value) {
    boolean formula = !value.isEmpty() && "=+-@\t\r".indexOf(value.charAt(0)) >= 0;
    String text = formula && !SweepRow.isNumber(value) ? "'" + value : value;
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** The axes that change no figure of any point, whatever the others are. */
  public List<String> withoutEffect() {
    return axes.stream()
        .filter(axis -> rows.size() > 1 && values(axis) > 1 && !matters(axis))
        .toList();
  }

  private long values(String axis) {
    return rows.stream().map(row -> row.values().get(axis)).distinct().count();
  }

  /** Whether two points that differ along the axis alone differ in what came of them. */
  private boolean matters(String axis) {
    Map<Map<String, String>, SweepRow> first = new LinkedHashMap<>();
    boolean compared = false;
    for (SweepRow row : rows) {
      Map<String, String> others = new LinkedHashMap<>(row.values());
      others.remove(axis);
      SweepRow before = first.putIfAbsent(others, row);
      compared |= before != null;
      if (before != null && !before.sameResult(row)) {
        return true;
      }
    }
    return !compared;
  }

  public JsonObject json() {
    return new JsonObject()
        .put("name", name)
        .put("points", rows.size())
        .put("failed", failed())
        .putTexts("without_effect", withoutEffect())
        .put("rows", rows.stream().map(SweepTable::json).toList());
  }

  /** As in the journal, but numbers are numbers. */
  private static JsonObject json(SweepRow row) {
    JsonObject axes = new JsonObject();
    row.values().forEach(axes::putWritten);
    JsonObject figures = new JsonObject();
    row.figures().forEach(figures::putWritten);
    JsonObject json =
        new JsonObject()
            .put("point", row.point())
            .put("key", row.key())
            .put("axes", axes)
            .put("figures", figures);
    return row.failed() ? json.put("error", row.error()) : json;
  }
}
