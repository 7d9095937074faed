package trn2sim.traces.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trn2sim.core.json.JsonObject;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.findings.Findings;

/**
 * Two runs instruction by instruction, of which one at least was measured.
 *
 * @param engines the whole of each engine: busy time
 * @param parts what makes up the difference, the biggest first
 * @param onlyA instructions that the second run has not, by kind
 * @param onlyB instructions that the first run has not, by kind
 * @param matched how many instructions are in both
 */
public record InstructionComparison(
    List<Part> engines, List<Part> parts, List<Part> onlyA, List<Part> onlyB, long matched) {
  private static final Comparator<Part> BIGGEST =
      Comparator.<Part>comparingLong(part -> Math.abs(part.differencePs()))
          .reversed()
          .thenComparing(Part::engine)
          .thenComparing(Part::what);

  static InstructionComparison of(Findings a, Findings b) {
    Map<String, EngineRow> left = EngineRow.of(a.run());
    Map<String, EngineRow> right = EngineRow.of(b.run());
    Set<String> names = new LinkedHashSet<>(left.keySet());
    names.addAll(right.keySet());
    Builder builder = new Builder(a.run().timeline().endPs(), b.run().timeline().endPs());
    for (String name : names) {
      builder.engine(
          name,
          left.getOrDefault(name, new EngineRow()),
          right.getOrDefault(name, new EngineRow()));
    }
    return builder.build();
  }

  /** Whether the runs differ in nothing. */
  public boolean same() {
    return onlyA.isEmpty()
        && onlyB.isEmpty()
        && parts.stream().allMatch(part -> part.differencePs() == 0);
  }

  JsonObject json() {
    return new JsonObject()
        .put("matched", matched)
        .put("engines", engines.stream().map(Part::json).toList())
        .put("parts", parts.stream().map(Part::json).toList())
        .put("only_a", onlyA.stream().map(Part::json).toList())
        .put("only_b", onlyB.stream().map(Part::json).toList());
  }

  /** Counts and times of one kind of instruction in both runs. */
  private static final class Sums {
    private long countA;
    private long countB;
    private long aPs;
    private long bPs;

    void add(boolean first, long ps) {
      countA += first ? 1 : 0;
      countB += first ? 0 : 1;
      aPs += first ? ps : 0;
      bPs += first ? 0 : ps;
    }

    Part part(String engine, String what, int coresA, int coresB) {
      long a = aPs / Math.max(1, coresA);
      long b = bPs / Math.max(1, coresB);
      return new Part(engine, what, false, countA, countB, a, b);
    }
  }

  private static final class Builder {
    private final long endA;
    private final long endB;
    private final List<Part> engines = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private final List<Part> onlyA = new ArrayList<>();
    private final List<Part> onlyB = new ArrayList<>();
    private long matched;

    Builder(long endA, long endB) {
      this.endA = endA;
      this.endB = endB;
    }

    void engine(String name, EngineRow a, EngineRow b) {
      Map<String, Sums> kinds = new LinkedHashMap<>();
      Map<String, Sums> alone = new LinkedHashMap<>();
      Sums whole = new Sums();
      for (int core = 0; core < Math.max(a.cores(), b.cores()); core++) {
        Matching matching = new Matching(a.kinds(core), b.kinds(core));
        for (int bar = 0; bar < a.kinds(core).size(); bar++) {
          String kind = a.kinds(core).get(bar).text();
          boolean both = matching.partner(bar) != Matching.NOBODY;
          add(both ? kinds : alone, kind, true, a.busyPs(core, bar));
          whole.add(true, a.busyPs(core, bar));
          if (both) {
            matched++;
            add(kinds, kind, false, b.busyPs(core, matching.partner(bar)));
          }
        }
        for (int bar = 0; bar < b.kinds(core).size(); bar++) {
          whole.add(false, b.busyPs(core, bar));
          if (!matching.taken(bar)) {
            add(alone, b.kinds(core).get(bar).text(), false, b.busyPs(core, bar));
          }
        }
      }
      engines.add(whole.part(name, "busy", a.cores(), b.cores()));
      kinds.forEach((kind, sums) -> parts.add(sums.part(name, kind, a.cores(), b.cores())));
      alone.forEach((kind, sums) -> alone(sums.part(name, kind, a.cores(), b.cores())));
      gaps(name, a, b);
    }

    private static void add(Map<String, Sums> kinds, String kind, boolean first, long ps) {
      kinds.computeIfAbsent(kind, k -> new Sums()).add(first, ps);
    }

    private void alone(Part part) {
      parts.add(part);
      if (part.countA() > 0) {
        onlyA.add(part);
      }
      if (part.countB() > 0) {
        onlyB.add(part);
      }
    }

    private void gaps(String name, EngineRow a, EngineRow b) {
      Map<WaitReason, long[]> left = a.gaps(endA);
      Map<WaitReason, long[]> right = b.gaps(endB);
      Set<WaitReason> reasons = new LinkedHashSet<>(left.keySet());
      reasons.addAll(right.keySet());
      long[] none = new long[2];
      for (WaitReason reason : reasons) {
        long[] x = left.getOrDefault(reason, none);
        long[] y = right.getOrDefault(reason, none);
        parts.add(
            new Part(
                name,
                reason.label(),
                true,
                x[0],
                y[0],
                x[1] / Math.max(1, a.cores()),
                y[1] / Math.max(1, b.cores())));
      }
    }

    InstructionComparison build() {
      parts.sort(BIGGEST);
      onlyA.sort(BIGGEST);
      onlyB.sort(BIGGEST);
      return new InstructionComparison(
          List.copyOf(engines),
          List.copyOf(parts),
          List.copyOf(onlyA),
          List.copyOf(onlyB),
          matched);
    }
  }
}
