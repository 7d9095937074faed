package trn2sim.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.findings.EngineWaits;
import trn2sim.traces.findings.Findings;

/** How engines spent the run: a row for each kind of engine, from its least busy to its busiest. */
final class EngineTable {
  private static final int MARGIN = 2;
  private static final int MOST_WAITS = 3;
  private static final String MORE = ", ...";
  private static final double SHOWN = 0.001;
  private static final String WAITS = "waits, mean of all";

  /** A share of the time of engines. */
  private record Wait(WaitReason reason, double share) {
    @Override
    public String toString() {
      return reason.label() + " " + Text.percent(share);
    }
  }

  private final Terminal terminal;

  EngineTable(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(Findings findings) {
    Map<String, List<EngineUse>> kinds = new LinkedHashMap<>();
    for (EngineUse use : findings.engines()) {
      String kind = TrackName.kind(use.engine());
      kinds.computeIfAbsent(kind, k -> new ArrayList<>()).add(use);
    }
    TextTable figures = new TextTable("engine", "no.", "instructions", "busy", "");
    kinds.forEach((kind, uses) -> figures.row(row(kind, uses, "")));
    int room = terminal.columns() - MARGIN - figures.width();
    String title = WAITS.length() <= room ? WAITS : WAITS.substring(0, WAITS.indexOf(','));
    TextTable table = new TextTable("engine", "no.", "instructions", "busy", title);
    Set<WaitReason> shown = EnumSet.noneOf(WaitReason.class);
    kinds.forEach(
        (kind, uses) -> {
          List<Wait> all = waits(uses);
          List<Wait> waits = fitting(all, room);
          waits.forEach(wait -> shown.add(wait.reason));
          table.row(row(kind, uses, text(waits, all)));
        });
    return table.render(terminal).indent(MARGIN) + legend(shown) + awaited(findings);
  }

  /** For whose results engines wait. */
  private String awaited(Findings findings) {
    String text = EngineWaits.of(findings);
    return text.isEmpty()
        ? ""
        : Wrapped.text(" ".repeat(MARGIN) + "whose results: " + text, MARGIN, terminal.columns());
  }

  private String legend(Set<WaitReason> shown) {
    String legend =
        shown.stream()
            .map(reason -> reason.label() + ": " + reason.meaning())
            .collect(Collectors.joining("; "));
    return legend.isEmpty()
        ? ""
        : Wrapped.text(" ".repeat(MARGIN) + legend, MARGIN, terminal.columns());
  }

  private static String[] row(String kind, List<EngineUse> uses, String waits) {
    return new String[] {
      kind,
      Integer.toString(uses.size()),
      range(uses, EngineUse::instructions, "%.0f"),
      range(uses, use -> 100 * use.utilization(), "%.1f") + " %",
      waits
    };
  }

  private static String range(
      List<EngineUse> uses, ToDoubleFunction<EngineUse> figure, String pattern) {
    String least = Text.format(pattern, uses.stream().mapToDouble(figure).min().orElse(0));
    String most = Text.format(pattern, uses.stream().mapToDouble(figure).max().orElse(0));
    return least.equals(most) ? most : least + "-" + most;
  }

  /** As many of the largest as the line has room for, the first in any case. */
  private static List<Wait> fitting(List<Wait> waits, int room) {
    List<Wait> fitting = waits.subList(0, Math.min(MOST_WAITS, waits.size()));
    while (fitting.size() > 1 && text(fitting, waits).length() > room) {
      fitting = fitting.subList(0, fitting.size() - 1);
    }
    return fitting;
  }

  /** The first of them; that there are more is said. */
  private static String text(List<Wait> waits, List<Wait> all) {
    return waits.stream().map(Wait::toString).collect(Collectors.joining(", "))
        + (waits.size() < all.size() ? MORE : "");
  }

  /** The largest first. */
  private static List<Wait> waits(List<EngineUse> uses) {
    Map<WaitReason, Double> shares = new EnumMap<>(WaitReason.class);
    for (EngineUse use : uses) {
      use.waitsPs()
          .forEach((reason, ps) -> shares.merge(reason, use.share(ps) / uses.size(), Double::sum));
    }
    return shares.entrySet().stream()
        .filter(wait -> wait.getValue() >= SHOWN)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(wait -> new Wait(wait.getKey(), wait.getValue()))
        .toList();
  }
}
