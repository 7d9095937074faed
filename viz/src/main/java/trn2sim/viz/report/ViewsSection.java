package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Verdict;
import trn2sim.viz.theme.Palette;

/** The run beside its parts alone, and beside the baseline, which is another kernel. */
final class ViewsSection implements Section {
  @Override
  public String title() {
    return "The run beside its parts";
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
      String name = name(view, views.hasSequential());
      double share = (double) views.ps(view) / Math.max(1, longest);
      Bars.row(
          out,
          name,
          List.of(new Bars.Part(name, share, Palette.css(colour))),
          Text.about(views.ps(view)));
    }
  }

  private static String name(View view, boolean fused) {
    return switch (view) {
      case TOTAL -> fused ? "fused" : "this run";
      case COMPUTE_ONLY -> "compute alone";
      case COMM_ONLY -> "communication alone";
      case SEQUENTIAL -> "baseline: " + Verdict.BASELINE;
    };
  }
}
