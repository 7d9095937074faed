package trn2sim.traces.findings;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.run.RunResult;

/** Time by the line of an NKI kernel that it is charged to, {@code kernel.py:12}, most first. */
final class CriticalLines {
  private CriticalLines() {}

  /** The part of the critical path that instructions of each line are charged with. */
  static Map<String, Long> of(RunResult run, CriticalPath path) {
    return LineCost.hasSource(run) ? sums(parts(path), (p, task) -> line(run, p, task)) : Map.of();
  }

  /** The part that is spent within each loop, by the line where it begins. */
  static Map<String, Long> loops(RunResult run, CriticalPath path) {
    return run.neuron()
        .map(NeuronRun::launch)
        .map(launch -> sums(parts(path), (p, task) -> loops(launch, p, task)))
        .orElse(Map.of());
  }

  /** How long the waits of a cause are for each line. */
  static Map<String, Long> awaited(RunResult run, GapCause cause) {
    return LineCost.hasSource(run)
        ? sums(cause.waits().stream(), (p, task) -> line(run, p, task))
        : Map.of();
  }

  private static Stream<GapCause.Wait> parts(CriticalPath path) {
    return path.segments().stream()
        .filter(part -> part.task() >= 0)
        .map(part -> new GapCause.Wait(part.process(), part.task(), part.endPs() - part.startPs()));
  }

  private static Stream<String> line(RunResult run, int process, int task) {
    return LineCost.place(run, process, task).stream()
        .map(SourceLines.Place::innermost)
        .map(SourceLines.Frame::toString);
  }

  private static Stream<String> loops(Launch launch, int process, int task) {
    return LineCost.loops(launch, process, task).stream()
        .map(loop -> loop.file() + ":" + loop.line())
        .distinct();
  }

  private static Map<String, Long> sums(
      Stream<GapCause.Wait> parts, BiFunction<Integer, Integer, Stream<String>> lines) {
    Map<String, Long> sums = new LinkedHashMap<>();
    parts.forEach(
        part -> {
          Cancellation.check();
          lines
              .apply(part.process(), part.task())
              .forEach(line -> sums.merge(line, part.ps(), Long::sum));
        });
    Map<String, Long> sorted = new LinkedHashMap<>();
    sums.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(line -> sorted.put(line.getKey(), line.getValue()));
    return Collections.unmodifiableMap(sorted);
  }
}
