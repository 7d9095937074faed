package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.RowSample;
import trn2sim.viz.theme.Palette;

/** How each engine spent the run: active, or waiting and for what. */
final class WaitsSection implements Section {
  private static final int MOST_ROWS = 200;

  @Override
  public String title() {
    return "Engines: active time and waits by reason";
  }

  @Override
  public boolean applies(ReportData data) {
    return !EngineUse.engines(data.result()).isEmpty();
  }

  @Override
  public void write(ReportData data, Markup out) {
    int engines = EngineUse.engines(data.result()).size();
    List<EngineUse> shown = RowSample.engines(data.result()).stream().limit(MOST_ROWS).toList();
    legend(shown, out);
    for (EngineUse use : shown) {
      Bars.row(out, name(use), parts(use, use.wholePs()), figures(use, use.wholePs()));
    }
    if (engines > shown.size()) {
      out.element("p", engines - shown.size() + " more engines are in result.json.");
    }
  }

  private static String name(EngineUse use) {
    return use.core() + "." + use.engine();
  }

  private static List<Bars.Part> parts(EngineUse use, long endPs) {
    List<Bars.Part> parts = new ArrayList<>();
    double busy = (double) use.busyPs() / endPs;
    parts.add(new Bars.Part("active", busy, Palette.css(Palette.BLUE)));
    use.waitsPs()
        .forEach(
            (reason, ps) ->
                parts.add(
                    new Bars.Part(
                        reason.label(), (double) ps / endPs, Palette.css(Palette.of(reason)))));
    return parts;
  }

  private static String figures(EngineUse use, long endPs) {
    String waits =
        use.waitsPs().entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .map(w -> w.getKey().label() + " " + Figures.percent((double) w.getValue() / endPs))
            .collect(Collectors.joining(", "));
    return Figures.format(
        "active %s (%s us), %d instructions; %s",
        Figures.percent((double) use.busyPs() / endPs),
        Figures.micros(use.busyPs()),
        use.instructions(),
        waits);
  }

  private static void legend(List<EngineUse> uses, Markup out) {
    Set<WaitReason> reasons = EnumSet.noneOf(WaitReason.class);
    uses.forEach(use -> reasons.addAll(use.waitsPs().keySet()));
    out.open("p", "class", "legend");
    key(out, "active", Palette.BLUE);
    reasons.forEach(reason -> key(out, meaning(reason), Palette.of(reason)));
    out.close().line();
  }

  private static void key(Markup out, String label, int colour) {
    out.open("span", "class", "key");
    out.element("span", "", "class", "swatch", "style", "background:" + Palette.css(colour));
    out.text(label).close().text(" ");
  }

  private static String meaning(WaitReason reason) {
    return switch (reason) {
      case NONE -> "none";
      case ENGINE -> "engine: another engine's result";
      case DMA -> "dma: a transfer";
      case LINK -> "link: a fragment from another rank";
      case PEER -> "peer: a signal of another core";
      case SPACE -> "space: room in memory";
      case PIPELINE -> "pipeline: its own pipeline";
      case ISSUE -> "issue: nothing was issued";
      case DRAINED -> "drained: no work left";
    };
  }
}
