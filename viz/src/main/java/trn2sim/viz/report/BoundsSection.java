package trn2sim.viz.report;

import java.util.List;
import java.util.Map;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Findings;
import trn2sim.viz.theme.Palette;

/** The run against its lower bounds. */
final class BoundsSection implements Section {
  @Override
  public String title() {
    return "Lower bounds";
  }

  @Override
  public boolean applies(Findings findings) {
    return !findings.boundsPs().isEmpty();
  }

  @Override
  public void write(Findings findings, Markup out) {
    long total = Math.max(1, findings.times().totalPs());
    long longest = Math.max(total, findings.largestBound().map(Map.Entry::getValue).orElse(0L));
    out.element(
        "p",
        "The least time that each resource needs for the same work on this device, however the"
            + " work is scheduled. The largest is nearest to the run; it need not be what limits"
            + " it.",
        "class",
        "note");
    bar(out, "this run", total, longest, Palette.BLUE, "");
    findings
        .boundsPs()
        .forEach(
            (name, ps) -> {
              String share = ", " + Text.percent((double) ps / total) + " of the run";
              bar(out, name, ps, longest, Palette.ORANGE, share);
            });
  }

  private static void bar(Markup out, String name, long ps, long longest, int colour, String note) {
    double share = (double) ps / longest;
    List<Bars.Part> parts = List.of(new Bars.Part(name, share, Palette.css(colour)));
    Bars.row(out, name, parts, Text.about(ps) + note);
  }
}
