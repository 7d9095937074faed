package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.json.JsonObject;
import trn2sim.viz.theme.Palette;

/** Where the time between the arithmetic at peak rate and the run went. */
final class GapSection implements Section {
  @Override
  public String title() {
    return "Where the time went";
  }

  @Override
  public boolean applies(ReportData data) {
    return data.figures().object("gap_us").isPresent();
  }

  @Override
  public void write(ReportData data, Markup out) {
    JsonObject gap = data.figures().object("gap_us").orElseThrow();
    double total = data.endPs() / 1e6;
    for (String cause : gap.keys()) {
      double us = new Figures(gap).number(cause).orElse(0.0);
      String colour = Palette.css(Palette.BLUE);
      Bars.row(
          out,
          cause,
          List.of(new Bars.Part(cause, us / total, colour)),
          Figures.percent(us / total) + Figures.format(" (%.3f us)", us));
    }
  }
}
