package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.findings.Findings;
import trn2sim.viz.theme.Palette;

/** Where the time between the arithmetic at peak rate and the run went. */
final class GapSection implements Section {
  @Override
  public String title() {
    return "Where the time went";
  }

  @Override
  public boolean applies(Findings findings) {
    return !findings.gap().isEmpty();
  }

  @Override
  public void write(Findings findings, Markup out) {
    out.element(
        "p",
        "The time of the busiest TensorE: arithmetic at its peak rate, and everything else by"
            + " cause. The manual below says what helps against each.",
        "class",
        "note");
    for (GapCause cause : findings.gap()) {
      double share = findings.share(cause.ps());
      Bars.row(
          out,
          cause.name(),
          List.of(new Bars.Part(cause.name(), share, Palette.css(Palette.BLUE))),
          Text.percent(share) + " (" + Text.about(cause.ps()) + ")");
    }
  }
}
