package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import trn2sim.core.timeline.WaitReason;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.analysis.RowTitle;
import trn2sim.traces.findings.EngineWaits;
import trn2sim.traces.findings.Findings;
import trn2sim.viz.theme.Palette;

/** How each engine spent the run: active, or waiting and for what. */
final class WaitsSection implements Section {
  private static final int MOST_ROWS = 200;
  private static final int MOST_OPEN = 12;

  /** What would be printed as 0.0 %. */
  private static final double LEAST_SHOWN = 0.0005;

  @Override
  public String title() {
    return "Engines: active time and waits by reason";
  }

  @Override
  public boolean applies(Findings findings) {
    return !findings.engines().isEmpty();
  }

  @Override
  public void write(Findings findings, Markup out) {
    int engines = findings.engines().size();
    List<EngineUse> shown = RowSample.engines(findings.run()).stream().limit(MOST_ROWS).toList();
    legend(shown, out);
    String whose = EngineWaits.of(findings);
    if (!whose.isEmpty()) {
      out.element("p", "For whose results engines wait, the mean of all cores: " + whose + ".");
    }
    int open = open(shown);
    rows(shown.subList(0, open), out);
    if (open < shown.size()) {
      out.open("details")
          .element("summary", Text.count(shown.size() - open, "row") + " of other cores")
          .line();
      rows(shown.subList(open, shown.size()), out);
      out.close().line();
    }
    if (engines > shown.size()) {
      out.element("p", Text.count(engines - shown.size(), "engine") + " more in result.json.");
    }
  }

  /** How many rows are seen at once: whole cores, for all ranks of a collective look much alike. */
  private static int open(List<EngineUse> uses) {
    int open = 0;
    for (int i = 1; i <= uses.size(); i++) {
      boolean whole = i == uses.size() || !uses.get(i).core().equals(uses.get(i - 1).core());
      if (whole && (open == 0 || i <= MOST_OPEN)) {
        open = i;
      }
    }
    return open;
  }

  private static void rows(List<EngineUse> uses, Markup out) {
    uses.forEach(use -> Bars.row(out, name(use), parts(use), figures(use)));
  }

  private static String name(EngineUse use) {
    return use.core() + " " + RowTitle.of(use.engine());
  }

  private static List<Bars.Part> parts(EngineUse use) {
    List<Bars.Part> parts = new ArrayList<>();
    parts.add(new Bars.Part("active", use.utilization(), Palette.css(Palette.BLUE)));
    use.waitsPs()
        .forEach(
            (reason, ps) ->
                parts.add(
                    new Bars.Part(reason.label(), use.share(ps), Palette.css(Palette.of(reason)))));
    return parts;
  }

  private static String figures(EngineUse use) {
    String waits =
        use.waitsPs().entrySet().stream()
            .filter(wait -> use.share(wait.getValue()) >= LEAST_SHOWN)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .map(w -> w.getKey().label() + " " + Text.percent(use.share(w.getValue())))
            .collect(Collectors.joining(", "));
    return Text.format(
        "active %s (%s), %d instruction%s%s%s",
        Text.percent(use.utilization()),
        Text.about(use.busyPs()),
        use.instructions(),
        use.instructions() == 1 ? "" : "s",
        waits.isEmpty() ? "" : "; ",
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
    String awaited = reason == WaitReason.DRAINED ? "no work left" : reason.awaited();
    return reason.label() + ": " + awaited;
  }
}
