package trn2sim.viz.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.LineCost;

/** What each line of an NKI kernel costs; a click on one marks its bars in the timeline. */
final class LinesSection implements Section {
  private static final List<String> HEADER =
      List.of("line", "instructions", "busy, us", "waits, us", "mostly for");

  @Override
  public String title() {
    return "Cost by source line";
  }

  @Override
  public boolean applies(Findings findings) {
    return !findings.lines().isEmpty();
  }

  @Override
  public void write(Findings findings, Markup out) {
    out.element(
        "p",
        "All cores together. Busy: the line's instructions on engines, DMA queues and CC-cores."
            + " Waits: how long engines stood still before them. Click a line to see its bars.",
        "class",
        "note");
    out.open("table", "id", "lines").open("thead").open("tr");
    for (String name : HEADER) {
      out.element("th", name, "scope", "col");
    }
    out.close().close().open("tbody");
    findings.lines().stream()
        .sorted(Comparator.comparingLong(LineCost::busyPs).reversed())
        .forEach(line -> row(line, out));
    out.close().close().line();
  }

  private static void row(LineCost line, Markup out) {
    String place = line.file() + ":" + line.line();
    out.open("tr", "data-place", place).element("td", place, "class", "word");
    out.element("td", Long.toString(line.instructions()), "class", "num");
    out.element("td", Text.micros(line.busyPs()), "class", "num");
    out.element("td", Text.micros(line.waitPs()), "class", "num");
    String most =
        line.waitsPs().entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(wait -> wait.getKey().awaited())
            .orElse("");
    out.element("td", most, "class", "word").close().line();
  }
}
