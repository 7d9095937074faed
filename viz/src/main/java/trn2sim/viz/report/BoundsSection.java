package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.json.JsonObject;
import trn2sim.viz.theme.Palette;

/** The run against the times that no schedule can beat. */
final class BoundsSection implements Section {
  @Override
  public String title() {
    return "Bounds";
  }

  @Override
  public boolean applies(ReportData data) {
    return data.figures().object("bounds_us").isPresent();
  }

  @Override
  public void write(ReportData data, Markup out) {
    JsonObject bounds = data.figures().object("bounds_us").orElseThrow();
    Figures figures = new Figures(bounds);
    double total = data.totalPs() / 1e6;
    double longest =
        bounds.keys().stream()
            .mapToDouble(k -> figures.number(k).orElse(0.0))
            .reduce(total, Math::max);
    out.element(
        "p",
        "Times that no schedule of the same work can beat on this device; the largest is what"
            + " limits.",
        "class",
        "note");
    bar(out, "this run", total, longest, Palette.BLUE, "");
    for (String name : bounds.keys()) {
      double us = figures.number(name).orElse(0.0);
      String share = ", " + Figures.percent(us / total) + " of the run";
      bar(out, name, us, longest, Palette.ORANGE, share);
    }
  }

  private static void bar(
      Markup out, String name, double us, double longest, int colour, String note) {
    List<Bars.Part> parts = List.of(new Bars.Part(name, us / longest, Palette.css(colour)));
    Bars.row(out, name, parts, Figures.format("%.3f us", us) + note);
  }
}
