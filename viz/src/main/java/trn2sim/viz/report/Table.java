package trn2sim.viz.report;

import java.util.List;
import java.util.stream.IntStream;

/** A table whose columns of numbers stand to the right. */
record Table(List<String> header, List<List<String>> rows) {
  /** Texts with paths that may be broken anywhere, so that a table keeps to the page. */
  private static final int LONG_TEXT = 60;

  /** Such as a number with its unit, which stay on one line. */
  private static final int SHORT_TEXT = 14;

  private static final int FOLDED_ROWS = 12;
  private static final String NUMBER = "[-+]?[0-9][0-9.,]*([eE][-+]?[0-9]+)?( %|x)?";

  void write(Markup out) {
    List<String> aligned = IntStream.range(0, header.size()).mapToObj(this::align).toList();
    out.open("table").open("thead").open("tr");
    for (int column = 0; column < header.size(); column++) {
      out.element("th", header.get(column), "scope", "col", "class", aligned.get(column));
    }
    out.close().close().open("tbody");
    for (List<String> row : rows) {
      out.open("tr");
      for (int column = 0; column < row.size(); column++) {
        out.element("td", row.get(column), "class", aligned.get(column));
      }
      out.close().line();
    }
    out.close().close();
  }

  /** The same; a long one is folded away behind its number of rows. */
  void writeFolded(Markup out) {
    if (rows.size() > FOLDED_ROWS) {
      out.open("details").element("summary", rows.size() + " rows");
      write(out);
      out.close();
    } else {
      write(out);
    }
  }

  private String align(int column) {
    boolean numeric =
        !rows.isEmpty()
            && rows.stream()
                .allMatch(row -> row.get(column).isEmpty() || row.get(column).matches(NUMBER));
    if (numeric) {
      return "num";
    }
    int longest = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    return longest > LONG_TEXT ? "long" : longest <= SHORT_TEXT ? "short" : "word";
  }
}
