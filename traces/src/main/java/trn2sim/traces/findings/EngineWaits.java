package trn2sim.traces.findings;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.EngineUse;

/** For whose results the engines of a run wait, in words. */
public final class EngineWaits {
  private static final int MOST = 3;

  /** Less than 1 % of the time is no reason to look at an engine. */
  private static final double TOLD = 0.01;

  private EngineWaits() {}

  /** The shares of each kind of engine, the mean over all cores; empty if nothing is to be told. */
  public static String of(Findings findings) {
    Map<String, Map<String, Long>> sums = new LinkedHashMap<>();
    findings
        .awaitedPs()
        .forEach(
            (row, engines) -> {
              String kind = TrackName.kind(TrackName.of(row).row());
              Map<String, Long> sum = sums.computeIfAbsent(kind, k -> new LinkedHashMap<>());
              engines.forEach((engine, ps) -> sum.merge(engine, ps, Long::sum));
            });
    return sums.entrySet().stream()
        .map(entry -> words(entry.getKey(), entry.getValue(), wholePs(findings, entry.getKey())))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static double wholePs(Findings findings, String kind) {
    return findings.engines().stream()
        .filter(use -> TrackName.kind(use.engine()).equals(kind))
        .mapToLong(EngineUse::wholePs)
        .sum();
  }

  private static String words(String kind, Map<String, Long> engines, double whole) {
    String text =
        engines.entrySet().stream()
            .filter(engine -> engine.getValue() / whole >= TOLD)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MOST)
            .map(
                engine ->
                    (engine.getKey().equals(kind) ? "itself" : engine.getKey())
                        + " "
                        + Text.percent(engine.getValue() / whole))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "" : kind + " waits for " + text;
  }
}
