package trn2sim.traces.findings;

import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.run.RunResult;

/** Time by the line of an NKI kernel that it is charged to, {@code kernel.py:12}, most first. */
final class CriticalLines {
  private CriticalLines() {}

  /** Where a task of a process stands; tasks of one spot, the same object, have the same lines. */
  private interface Spots {
    Optional<?> of(int process, int task);
  }

  /** The part of the critical path that instructions of each line are charged with. */
  static Map<String, Long> of(RunResult run, CriticalPath path) {
    return LineCost.hasSource(run) ? lines(run, parts(path)) : Map.of();
  }

  /** The part that is spent within each loop, by the line where it begins. */
  static Map<String, Long> loops(RunResult run, CriticalPath path) {
    return run.neuron()
        .map(NeuronRun::launch)
        .map(
            launch ->
                sums(
                    parts(path),
                    (process, task) -> LineCost.loop(launch, process, task),
                    first -> loops(launch, first)))
        .orElse(Map.of());
  }

  /** How long the waits of a cause are for each line. */
  static Map<String, Long> awaited(RunResult run, GapCause cause) {
    return LineCost.hasSource(run) ? lines(run, cause.waits().stream()) : Map.of();
  }

  private static Stream<GapCause.Wait> parts(CriticalPath path) {
    return path.segments().stream()
        .filter(part -> part.task() >= 0)
        .map(part -> new GapCause.Wait(part.process(), part.task(), part.endPs() - part.startPs()));
  }

  private static Map<String, Long> lines(RunResult run, Stream<GapCause.Wait> parts) {
    return sums(
        parts,
        (process, task) -> LineCost.place(run, process, task),
        first ->
            LineCost.place(run, first.process(), first.task()).stream()
                .map(place -> place.innermost().toString()));
  }

  private static Stream<String> loops(Launch launch, GapCause.Wait part) {
    return LineCost.loops(launch, part.process(), part.task()).stream()
        .map(loop -> loop.file() + ":" + loop.line())
        .distinct();
  }

  /**
   * @param lines the lines of a spot, by the first part that stands there
   */
  private static Map<String, Long> sums(
      Stream<GapCause.Wait> parts, Spots spots, Function<GapCause.Wait, Stream<String>> lines) {
    Map<Object, Sum> bySpot = new IdentityHashMap<>();
    parts.forEach(
        part -> {
          Cancellation.check();
          spots
              .of(part.process(), part.task())
              .ifPresent(spot -> bySpot.computeIfAbsent(spot, s -> new Sum(part)).ps += part.ps());
        });
    Map<String, Long> sums = new LinkedHashMap<>();
    bySpot
        .values()
        .forEach(
            sum -> lines.apply(sum.first).forEach(line -> sums.merge(line, sum.ps, Long::sum)));
    Map<String, Long> sorted = new LinkedHashMap<>();
    sums.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(line -> sorted.put(line.getKey(), line.getValue()));
    return Collections.unmodifiableMap(sorted);
  }

  /** What the parts of one spot come to. */
  private static final class Sum {
    private final GapCause.Wait first;
    private long ps;

    Sum(GapCause.Wait first) {
      this.first = first;
    }
  }
}
