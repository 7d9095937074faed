package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;

/** Text in columns: the first to the left, those of numbers to the right. */
final class TextTable {
  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... header) {
    this.header = List.of(header);
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  String render(Terminal terminal) {
    int[] widths = new int[header.size()];
    boolean[] numeric = new boolean[header.size()];
    for (int column = 0; column < widths.length; column++) {
      widths[column] = header.get(column).length();
      numeric[column] = !rows.isEmpty();
      for (List<String> row : rows) {
        widths[column] = Math.max(widths[column], row.get(column).length());
        numeric[column] &= row.get(column).matches("[-+]?[0-9.]*([eE]-?[0-9]+)?( ?%| us)?");
      }
    }
    StringBuilder out = new StringBuilder();
    out.append(terminal.bold(line(header, widths, numeric))).append('\n');
    rows.forEach(row -> out.append(line(row, widths, numeric)).append('\n'));
    return out.toString();
  }

  private static String line(List<String> cells, int[] widths, boolean[] numeric) {
    StringBuilder out = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String pad = " ".repeat(widths[column] - cells.get(column).length());
      out.append(column == 0 ? "" : "  ");
      out.append(numeric[column] ? pad + cells.get(column) : cells.get(column) + pad);
    }
    return out.toString().stripTrailing();
  }
}
