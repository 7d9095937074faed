package trn2sim.traces.findings;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Preparation;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.unit.Text;
import trn2sim.traces.analysis.EngineUse;

/** For whose results the engines of a run wait, in words. */
public final class EngineWaits {
  private static final int MOST = 3;

  /** Less than 1 % of the time is no reason to look at an engine. */
  private static final double TOLD = 0.01;

  /** An engine and what it does for itself. */
  private record Own(String engine, String text) {
    private static Own of(Process process, int lane, Preparation own) {
      return new Own(TrackName.kind(process.program().lanes().get(lane).row()), own.text());
    }
  }

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
    Stream<String> awaited =
        sums.entrySet().stream()
            .map(
                entry -> words(entry.getKey(), entry.getValue(), wholePs(findings, entry.getKey())))
            .filter(words -> !words.isEmpty());
    return Stream.concat(awaited, prepared(findings)).collect(Collectors.joining("; "));
  }

  /**
   * What engines did for themselves before tasks, such as {@code Scalar loads the table of exp}.
   */
  private static Stream<String> prepared(Findings findings) {
    Map<Own, Long> sums = new LinkedHashMap<>();
    for (Process process : findings.run().processes()) {
      for (int task = 0; task < process.program().size(); task++) {
        Cancellation.check();
        int lane = process.program().lane(task);
        process
            .processor()
            .preparation(task)
            .ifPresent(own -> sums.merge(Own.of(process, lane, own), own.ps(), Long::sum));
      }
    }
    return sums.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST)
        .map(own -> share(own.getKey(), own.getValue() / wholePs(findings, own.getKey().engine)))
        .filter(words -> !words.isEmpty());
  }

  private static String share(Own own, double share) {
    return share < TOLD ? "" : own.engine + " " + own.text + " " + Text.percent(share);
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
