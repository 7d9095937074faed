package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.findings.Findings;
import trn2sim.viz.theme.Palette;

/** The fused kernel beside its parts alone and one after the other. */
final class ViewsSection implements Section {
  @Override
  public String title() {
    return "Fused and in parts";
  }

  @Override
  public boolean applies(Findings findings) {
    return findings.times().views().isPresent();
  }

  @Override
  public void write(Findings findings, Markup out) {
    ViewTimes views = findings.times().views().orElseThrow();
    long longest = views.rankPs().keySet().stream().mapToLong(views::ps).max().orElse(1);
    for (View view : views.rankPs().keySet()) {
      int colour = view == View.TOTAL ? Palette.BLUE : Palette.ORANGE;
      String name = view == View.TOTAL ? "fused" : view.label().replace('_', ' ');
      double share = (double) views.ps(view) / Math.max(1, longest);
      Bars.row(
          out,
          name,
          List.of(new Bars.Part(name, share, Palette.css(colour))),
          Text.micros(views.ps(view)) + " us");
    }
  }
}
