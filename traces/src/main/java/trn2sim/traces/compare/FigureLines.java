package trn2sim.traces.compare;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import trn2sim.core.json.JsonObject;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.compare.RunComparison.Line;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;

/**
 * The figures of two runs, name by name. A time or a share that only one of them has is 0 in the
 * other, as long as it is one that could occur there: both machines have the same kinds of engine.
 */
final class FigureLines {
  private static final String RESULT = "result";
  private static final String GAP = "gap_us";

  private static final List<String> SINGLE =
      List.of(
          "speedup", "communication.hidden", "communication.exposed_us", "tflops_per_rank", "mfu");

  private FigureLines() {}

  static List<Line> of(Findings a, Findings b) {
    boolean alike = kindOfDevice(a).equals(kindOfDevice(b));
    List<Line> lines = result(a, b);
    List<Line> path = joined("critical path, us", path(a), path(b), name -> alike);
    path.sort(Comparator.comparingDouble(FigureLines::larger).reversed());
    lines.addAll(path);
    lines.addAll(joined("active, % of the run", active(a), active(b), name -> alike));
    lines.addAll(joined("waits, us per engine", waits(a), waits(b), name -> false));
    lines.removeIf(line -> larger(line) == 0 && !line.group().equals(RESULT));
    return lines;
  }

  private static String kindOfDevice(Findings findings) {
    return findings.run().scenario().device().kind();
  }

  private static List<Line> result(Findings a, Findings b) {
    boolean gaps = !a.gap().isEmpty() && !b.gap().isEmpty();
    Predicate<String> zero = name -> gaps && name.startsWith(GAP + ".");
    List<Line> lines = joined(RESULT, figures(a), figures(b), zero);
    if (a.run().measured() || b.run().measured()) {
      lines.removeIf(line -> line.a().isEmpty() || line.b().isEmpty());
    }
    return lines;
  }

  /**
   * @param zero whether a figure is 0 where it is absent
   */
  static List<Line> joined(
      String group, Map<String, Double> a, Map<String, Double> b, Predicate<String> zero) {
    List<Line> lines = new ArrayList<>();
    for (String name : names(a.keySet(), b.keySet())) {
      Double absent = zero.test(name) ? Double.valueOf(0) : null;
      lines.add(
          new Line(
              group,
              name,
              Optional.ofNullable(a.getOrDefault(name, absent)),
              Optional.ofNullable(b.getOrDefault(name, absent))));
    }
    return lines;
  }

  /** What only the second has follows what it follows there. */
  private static List<String> names(Collection<String> a, Collection<String> b) {
    List<String> names = new ArrayList<>(a);
    int place = 0;
    for (String name : b) {
      int known = names.indexOf(name);
      if (known < 0) {
        names.add(place, name);
      }
      place = (known < 0 ? place : known) + 1;
    }
    return names;
  }

  private static double larger(Line line) {
    return Math.max(line.a().orElse(0.0), line.b().orElse(0.0));
  }

  private static Map<String, Double> figures(Findings findings) {
    JsonObject json = ResultJson.of(findings);
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String section : List.of("time_us", "bounds_us", GAP)) {
      json.find(section)
          .map(JsonObject.class::cast)
          .ifPresent(s -> s.keys().forEach(key -> put(figures, json, section + "." + key)));
    }
    SINGLE.forEach(name -> put(figures, json, name));
    return figures;
  }

  private static void put(Map<String, Double> figures, JsonObject json, String path) {
    json.find(path)
        .filter(Number.class::isInstance)
        .ifPresent(value -> figures.put(path, ((Number) value).doubleValue()));
  }

  private static Map<String, Double> path(Findings findings) {
    Map<String, Double> shares = new LinkedHashMap<>();
    findings
        .criticalPath()
        .shares()
        .forEach(share -> shares.put(share.resource(), share.ps() / PS_PER_US));
    return shares;
  }

  /** The mean over all engines of a name. */
  private static Map<String, Double> active(Findings findings) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (EngineUse use : findings.engines()) {
      sums.merge(kind(use), 100 * use.utilization() / count(findings, kind(use)), Double::sum);
    }
    return sums;
  }

  /** Of every engine that a run has, each reason, whether or not it occurs. */
  private static Map<String, Double> waits(Findings findings) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (EngineUse use : findings.engines()) {
      for (WaitReason reason : WaitReason.values()) {
        double us = use.waitsPs().getOrDefault(reason, 0L) / PS_PER_US;
        String name = kind(use) + ": " + reason.label();
        sums.merge(name, us / count(findings, kind(use)), Double::sum);
      }
    }
    return sums;
  }

  private static long count(Findings findings, String kind) {
    return findings.engines().stream().filter(use -> kind(use).equals(kind)).count();
  }

  /** The engine's name without its number. */
  private static String kind(EngineUse use) {
    return TrackName.kind(use.engine());
  }
}
