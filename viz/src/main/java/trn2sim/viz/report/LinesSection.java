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
  private record Costs(
      Predicate<Findings> any,
      Function<Findings, List<LineCost>> all,
      Function<Findings, Map<String, Long>> critical,
      Function<Findings, Map<String, Long>> free) {}

  private static final String IF_FREE = "if free, us";

  private static final List<String> HEADER =
      List.of("line", "critical path", "instructions", "busy, us", "waits, us", "mostly for");

  static final LinesSection LINES =
      new LinesSection(
          "Cost by source line",
          "place",
          "Click a line to see its bars. Critical path: the line's share of it. Busy: the time of"
              + " the line's instructions on engines, DMA queues and CC-cores, all cores together."
              + " Waits: how long engines stood still before them. If free, for the costliest"
              + " lines: the time of the whole kernel if the line took none and all else stayed in"
              + " order; a change of the line can gain no more.",
          new Costs(
              findings -> !findings.lines().isEmpty(),
              Findings::lines,
              Findings::criticalLines,
              Findings::freeLines));

  static final LinesSection LOOPS =
      new LinesSection(
          "Cost by loop",
          "loop",
          "Click a loop to see its bars. A row has everything that ran within a loop, loops within"
              + " it included, and is named by the line where the loop begins. Loops over Python's"
              + " own range are not listed.",
          new Costs(
              findings -> LineCost.hasLoops(findings.run()),
              findings -> LineCost.loops(findings.run()),
              Findings::criticalLoops,
              findings -> Map.of()));

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
    Map<String, Long> free = costs.free.apply(findings);
    if (!free.isEmpty()) {
      out.element("th", IF_FREE, "scope", "col");
    }
    out.close().close().open("tbody");
    Map<String, Long> critical = costs.critical.apply(findings);
    costs.all.apply(findings).stream()
        .sorted(
            Comparator.<LineCost>comparingLong(line -> critical.getOrDefault(line.place(), 0L))
                .thenComparingLong(LineCost::busyPs)
                .reversed())
        .forEach(
            line -> {
              row(line, findings.share(critical.getOrDefault(line.place(), 0L)), out);
              if (!free.isEmpty()) {
                Long ps = free.get(line.place());
                out.element("td", ps == null ? "" : Text.aboutMicros(ps), "class", "num");
              }
              out.close().line();
            });
    out.close().close().line();
  }

  private void row(LineCost line, double critical, Markup out) {
    out.open("tr", "data-" + id, line.place()).element("td", line.words(), "class", "word");
    out.element("td", Text.percent(critical), "class", "num");
    out.element("td", Long.toString(line.instructions()), "class", "num");
    out.element("td", Text.aboutMicros(line.busyPs()), "class", "num");
    out.element("td", Text.aboutMicros(line.waitPs()), "class", "num");
    String most =
        line.waitsPs().entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(wait -> wait.getKey().awaited())
            .orElse("");
    out.element("td", most, "class", "word");
  }
}
