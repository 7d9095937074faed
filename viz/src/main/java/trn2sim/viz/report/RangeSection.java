package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.RangeRow;
import trn2sim.traces.findings.RangeVerdict;
import trn2sim.traces.findings.Variant;
import trn2sim.viz.theme.Palette;

/** Between which times the run may lie, and what spans them. */
final class RangeSection implements Section {
  @Override
  public String title() {
    return "How sure is this?";
  }

  @Override
  public boolean applies(Findings findings) {
    return findings.range().isPresent();
  }

  @Override
  public void write(Findings findings, Markup out) {
    Range range = findings.range().orElseThrow();
    out.element("p", "The time is " + findings.about() + ". " + explanation(range));
    range.caution().ifPresent(text -> out.element("p", "The range is widened: " + text + "."));
    range.verdict().map(RangeVerdict::sentence).ifPresent(text -> out.element("p", text));
    RangeRow.of(range).forEach(row -> bar(out, row, range));
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("shortest", range.low()));
    rows.add(row("longest", range.high()));
    range.best().ifPresent(v -> rows.add(row("all parameters at their best", v)));
    range.worst().ifPresent(v -> rows.add(row("all parameters at their worst", v)));
    new Table(List.of("", "us", "settings that give it (--set)"), rows).write(out);
    range
        .held()
        .ifPresent(held -> out.element("p", "How often that holds: " + held.sentence() + "."));
    range.effort().refused().forEach(text -> out.element("p", "Cannot run with " + text + "."));
  }

  private static String explanation(Range range) {
    Range.Effort effort = range.effort();
    return Text.format(
        "Bars: what each unknown does alone to the %s of the run as it is; blue is shorter,"
            + " orange longer. The run reads %d of the device's uncertain parameters; %d"
            + " simulations.",
        Text.about(range.asIs().totalPs()), effort.parameters(), effort.simulations());
  }

  /** A bar between two ends, which changes its colour where the run as it is stands. */
  private static void bar(Markup out, RangeRow row, Range range) {
    double from = range.low().totalPs();
    double width = Math.max(1, range.high().totalPs() - from);
    long asIs = range.asIs().totalPs();
    out.open("div", "class", "bar-row").element("span", row.name(), "class", "bar-name");
    out.open("span", "class", "bar");
    part(out, (row.lowPs() - from) / width, "transparent");
    part(out, (asIs - row.lowPs()) / width, Palette.css(Palette.BLUE));
    part(out, (row.highPs() - asIs) / width, Palette.css(Palette.ORANGE));
    out.close();
    String ends = Text.aboutMicros(row.lowPs()) + " to " + Text.about(row.highPs());
    out.element("span", ends, "class", "bar-value").close().line();
  }

  private static void part(Markup out, double share, String colour) {
    String style = Text.format("width:%.3f%%;background:%s", 100 * share, colour);
    out.element("span", "", "class", "bar-part", "style", style);
  }

  private static List<String> row(String what, Variant variant) {
    return List.of(what, Text.aboutMicros(variant.totalPs()), variant.words());
  }
}
