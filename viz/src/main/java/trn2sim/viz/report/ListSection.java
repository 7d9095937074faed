package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;

/** A list of {@code result.json} as a table: its members become columns. */
record ListSection(String title, String key, String note) implements Section {
  private static final int MOST_ROWS = 300;

  @Override
  public boolean applies(ReportData data) {
    return !data.figures().list(key).isEmpty();
  }

  @Override
  public void write(ReportData data, Markup out) {
    List<JsonObject> items = data.figures().list(key);
    Set<String> columns = new LinkedHashSet<>();
    items.forEach(item -> columns.addAll(item.keys()));
    List<List<String>> rows = new ArrayList<>();
    for (JsonObject item : items.subList(0, Math.min(MOST_ROWS, items.size()))) {
      rows.add(columns.stream().map(column -> cell(item, column)).toList());
    }
    out.element("p", note, "class", "note");
    Table.writeFolded(out, columns.stream().map(ListSection::heading).toList(), rows);
    if (items.size() > rows.size()) {
      out.element("p", items.size() - rows.size() + " more rows are in result.json.");
    }
  }

  private static String heading(String column) {
    return column.replaceFirst("_us$", ", us").replace('_', ' ');
  }

  private static String cell(JsonObject item, String column) {
    return item.find(column).map(value -> text(column, value)).orElse("");
  }

  private static String text(String column, Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof Number number) {
      if (column.equals("utilization")) {
        return Figures.percent(number.doubleValue());
      }
      return column.endsWith("_us")
          ? Figures.format("%.3f", number.doubleValue())
          : Json.compact(value);
    }
    return Json.compact(value);
  }
}
