package trn2sim.viz.report;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.LineCost;

/** What each line, or each loop, of an NKI kernel costs; a click on one marks its bars. */
record LinesSection(String title, String id, String note, Costs costs) implements Section {
  /** Where costs come from; whether there are any is told faster than what they are. */
  private record Costs(Predicate<Findings> any, Function<Findings, List<LineCost>> all) {}

  private static final List<String> HEADER =
      List.of("line", "instructions", "busy, us", "waits, us", "mostly for");

  static final LinesSection LINES =
      new LinesSection(
          "Cost by source line",
          "place",
          "All cores together. Busy: the line's instructions on engines, DMA queues and CC-cores."
              + " Waits: how long engines stood still before them. Click a line to see its bars.",
          new Costs(findings -> !findings.lines().isEmpty(), Findings::lines));

  static final LinesSection LOOPS =
      new LinesSection(
          "Cost by loop",
          "loop",
          "Everything that ran within a loop, loops within it included, by the line where the loop"
              + " begins. Python's own range leaves no trace. Click a loop to see its bars.",
          new Costs(
              findings -> LineCost.hasLoops(findings.run()),
              findings -> LineCost.loops(findings.run())));

  @Override
  public boolean applies(Findings findings) {
    return costs.any.test(findings);
  }

  @Override
  public void write(Findings findings, Markup out) {
    out.element("p", note, "class", "note");
    out.open("table").open("thead").open("tr");
    for (String name : HEADER) {
      out.element("th", name, "scope", "col");
    }
    out.close().close().open("tbody");
    costs.all.apply(findings).stream()
        .sorted(Comparator.comparingLong(LineCost::busyPs).reversed())
        .forEach(line -> row(line, out));
    out.close().close().line();
  }

  private void row(LineCost line, Markup out) {
    String place = line.file() + ":" + line.line();
    out.open("tr", "data-" + id, place).element("td", place, "class", "word");
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
