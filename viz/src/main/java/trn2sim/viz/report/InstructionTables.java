package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.traces.compare.InstructionComparison;
import trn2sim.traces.compare.Part;

/** Two runs instruction by instruction, as tables. */
final class InstructionTables {
  private static final int MOST_ROWS = 25;
  private static final double PS_PER_US = 1e6;

  private InstructionTables() {}

  static void write(InstructionComparison comparison, Markup out) {
    section(
        out,
        "Engines",
        comparison.matched()
            + " instructions are in both runs. Busy time of one core, mean of all.",
        comparison.engines());
    if (comparison.same()) {
      out.element("p", "Instruction by instruction nothing differs.", "class", "good");
      return;
    }
    section(
        out,
        "What makes up the difference",
        "Kinds of instruction, and gaps by their reason, the biggest difference first. The parts"
            + " of an engine add up to the difference of the runs.",
        comparison.parts().stream().filter(part -> part.differencePs() != 0).toList());
    section(out, "Only in A", "Instructions without a partner in B.", comparison.onlyA());
    section(out, "Only in B", "Instructions without a partner in A.", comparison.onlyB());
  }

  private static void section(Markup out, String title, String note, List<Part> parts) {
    if (!parts.isEmpty()) {
      out.open("section").element("h2", title).element("p", note, "class", "note");
      List<List<String>> rows =
          parts.stream().limit(MOST_ROWS).map(InstructionTables::row).toList();
      new Table(List.of("engine", "part", "in A", "in B", "A, us", "B, us", "B - A, us"), rows)
          .write(out);
      if (parts.size() > MOST_ROWS) {
        out.element("p", parts.size() - MOST_ROWS + " more rows are in compare.json.");
      }
      out.close().line();
    }
  }

  private static List<String> row(Part part) {
    return List.of(
        part.engine(),
        (part.gap() ? "waits: " : "") + part.what(),
        Long.toString(part.countA()),
        Long.toString(part.countB()),
        Text.number(part.aPs() / PS_PER_US),
        Text.number(part.bPs() / PS_PER_US),
        Text.signed(part.differencePs() / PS_PER_US));
  }
}
