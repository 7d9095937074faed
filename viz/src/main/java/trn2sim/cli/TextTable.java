package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Text in columns: the first to the left, those of numbers to the right. */
final class TextTable {
  private static final int GAP = 2;

  /** A number with its unit, or what stands for one that was 0 before or is not there. */
  private static final String NUMBER = "[-+]?[0-9.]*([eE]-?[0-9]+)?( ?%| us|x)?|new|failed";

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... header) {
    this.header = List.of(header);
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  /** How long its longest line can be. */
  int width() {
    return IntStream.of(widths()).sum() + GAP * (header.size() - 1);
  }

  private int[] widths() {
    int[] widths = header.stream().mapToInt(String::length).toArray();
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return widths;
  }

  String render(Terminal terminal) {
    int[] widths = widths();
    boolean[] numeric = new boolean[header.size()];
    for (int column = 0; column < widths.length; column++) {
      numeric[column] = !rows.isEmpty();
      for (List<String> row : rows) {
        numeric[column] &= row.get(column).matches(NUMBER);
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
      out.append(column == 0 ? "" : " ".repeat(GAP));
      out.append(numeric[column] ? pad + cells.get(column) : cells.get(column) + pad);
    }
    return out.toString().stripTrailing();
  }
}
