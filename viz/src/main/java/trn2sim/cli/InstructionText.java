package trn2sim.cli;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.traces.compare.InstructionComparison;
import trn2sim.traces.compare.Part;

/** Two runs instruction by instruction, as text. */
final class InstructionText {
  private static final int MOST = 15;

  private final Terminal terminal;
  private final StringBuilder out = new StringBuilder();

  InstructionText(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(InstructionComparison comparison) {
    if (comparison.same()) {
      return "Instruction by instruction: "
          + comparison.matched()
          + " in both, and nothing differs.\n";
    }
    out.append(comparison.matched()).append(" instructions are in both runs. ");
    out.append("Times are of one core, the mean over all.\n\n");
    table("engine, busy us", comparison.engines());
    out.append("\nWhat makes up the difference, the biggest first; the parts of an engine add up");
    out.append(" to it:\n\n");
    List<Part> parts = comparison.parts().stream().filter(p -> p.differencePs() != 0).toList();
    table("part", parts);
    only("A", comparison.onlyA());
    only("B", comparison.onlyB());
    return out.toString();
  }

  private void only(String side, List<Part> parts) {
    if (!parts.isEmpty()) {
      out.append("\nOnly in ").append(side).append(":\n\n");
      table("part", parts);
    }
  }

  private void table(String title, List<Part> parts) {
    TextTable table = new TextTable(title, "in A", "in B", "A, us", "B, us", "B - A");
    for (Part part : parts.subList(0, Math.min(MOST, parts.size()))) {
      table.row(
          part.engine() + (part.gap() ? " waits: " : " ") + part.what(),
          Long.toString(part.countA()),
          Long.toString(part.countB()),
          Text.number(part.aPs() / PS_PER_US),
          Text.number(part.bPs() / PS_PER_US),
          Text.signed(part.differencePs() / PS_PER_US));
    }
    out.append(table.render(terminal));
    if (parts.size() > MOST) {
      out.append("... ").append(parts.size() - MOST).append(" more in compare.json\n");
    }
  }
}
