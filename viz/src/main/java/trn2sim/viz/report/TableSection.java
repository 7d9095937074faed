package trn2sim.viz.report;

import java.util.List;
import java.util.function.Function;
import trn2sim.traces.findings.Findings;

/** A section that is nothing but a note and a table. */
record TableSection(String title, String note, Function<Findings, Table> table) implements Section {
  private static final int MOST_ROWS = 300;

  @Override
  public boolean applies(Findings findings) {
    return !table.apply(findings).rows().isEmpty();
  }

  @Override
  public void write(Findings findings, Markup out) {
    Table whole = table.apply(findings);
    List<List<String>> rows = whole.rows();
    List<List<String>> shown = rows.subList(0, Math.min(MOST_ROWS, rows.size()));
    out.element("p", note, "class", "note");
    new Table(whole.header(), shown).writeFolded(out);
    if (rows.size() > shown.size()) {
      out.element("p", rows.size() - shown.size() + " more rows are in result.json.");
    }
  }
}
