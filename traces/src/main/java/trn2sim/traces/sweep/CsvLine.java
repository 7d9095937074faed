package trn2sim.traces.sweep;

import java.io.IOException;
import java.util.List;

/** One line of comma-separated values (RFC 4180). */
final class CsvLine {
  private CsvLine() {}

  static void write(List<String> cells, Appendable out) throws IOException {
    String separator = "";
    for (String cell : cells) {
      out.append(separator).append(cell(cell));
      separator = ",";
    }
    out.append('\n');
  }

  /** A spreadsheet would take a text that begins like a formula for one; an apostrophe stops it. */
  private static String cell(String value) {
    boolean formula = !value.isEmpty() && "=+-@\t\r".indexOf(value.charAt(0)) >= 0;
    String text = formula && !SweepRow.isNumber(value) ? "'" + value : value;
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
