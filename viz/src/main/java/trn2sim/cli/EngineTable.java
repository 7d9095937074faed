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
import trn2sim.traces.findings.Findings;

/** How engines spent the run: a row for each kind of engine, from its least busy to its busiest. */
final class EngineTable {
  private static final int MARGIN = 2;
  private static final int MOST_WAITS = 3;
  private static final double SHOWN = 0.001;

  private final Terminal terminal;
  private final Set<WaitReason> shown = EnumSet.noneOf(WaitReason.class);

  EngineTable(Terminal terminal) {
    this.terminal = terminal;
  }

  String of(Findings findings) {
    Map<String, List<EngineUse>> kinds = new LinkedHashMap<>();
    for (EngineUse use : findings.engines()) {
      String kind = TrackName.kind(use.engine());
      kinds.computeIfAbsent(kind, k -> new ArrayList<>()).add(use);
    }
    TextTable table = new TextTable("engine", "of", "instructions", "busy", "waits, mean of all");
    kinds.forEach(
        (kind, uses) ->
            table.row(
                kind,
                Integer.toString(uses.size()),
                instructions(uses),
                range(uses, use -> 100 * use.utilization(), "%.1f") + " %",
                waits(uses)));
    String rows =
        table
            .render(terminal)
            .indent(MARGIN)
            .lines()
            .map(this::fitting)
            .collect(Collectors.joining("\n", "", "\n"));
    String legend =
        shown.stream()
            .filter(reason -> rows.matches("(?s).* " + reason.label() + " [0-9].*"))
            .map(reason -> reason.label() + ": " + reason.meaning())
            .collect(Collectors.joining("; "));
    return legend.isEmpty()
        ? rows
        : rows + Wrapped.text(" ".repeat(MARGIN) + legend, MARGIN, terminal.columns());
  }

  /** Without the waits that are too many for the line. */
  private String fitting(String line) {
    String fitting = line;
    while (fitting.length() > terminal.columns() && fitting.contains(", ")) {
      fitting = fitting.substring(0, fitting.lastIndexOf(", "));
    }
    return fitting;
  }

  private static String instructions(List<EngineUse> uses) {
    return range(uses, EngineUse::instructions, "%.0f");
  }

  private static String range(
      List<EngineUse> uses, ToDoubleFunction<EngineUse> figure, String pattern) {
    String least = Text.format(pattern, uses.stream().mapToDouble(figure).min().orElse(0));
    String most = Text.format(pattern, uses.stream().mapToDouble(figure).max().orElse(0));
    return least.equals(most) ? most : least + "-" + most;
  }

  private String waits(List<EngineUse> uses) {
    Map<WaitReason, Double> shares = new EnumMap<>(WaitReason.class);
    for (EngineUse use : uses) {
      use.waitsPs()
          .forEach((reason, ps) -> shares.merge(reason, use.share(ps) / uses.size(), Double::sum));
    }
    List<WaitReason> largest =
        shares.entrySet().stream()
            .filter(wait -> wait.getValue() >= SHOWN)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MOST_WAITS)
            .map(Map.Entry::getKey)
            .toList();
    shown.addAll(largest);
    return largest.stream()
        .map(reason -> reason.label() + " " + Text.percent(shares.get(reason)))
        .collect(Collectors.joining(", "));
  }
}
