package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.RowTitle;
import trn2sim.traces.findings.Findings;
import trn2sim.viz.theme.Palette;

/** What the chain of causes that ends with the last instruction was spent on. */
final class CriticalPathSection implements Section {
  @Override
  public String title() {
    return "Critical path";
  }

  @Override
  public boolean applies(Findings findings) {
    return findings.run().timeline().endPs() > 0;
  }

  @Override
  public void write(Findings findings, Markup out) {
    out.element(
        "p",
        "The chain of causes that ends with the last instruction: each instant is charged to what"
            + " the next instruction on the path waited for. Shortening a resource that is not"
            + " listed does not shorten the run.",
        "class",
        "note");
    for (CriticalPath.Share share : findings.criticalPath().shares()) {
      double part = findings.share(share.ps());
      Bars.row(
          out,
          RowTitle.of(share.resource()),
          List.of(new Bars.Part(RowTitle.of(share.resource()), part, Palette.css(Palette.BLUE))),
          Text.percent(part) + " (" + Text.about(share.ps()) + ")");
    }
  }
}
