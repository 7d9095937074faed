package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Processor;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.run.RunResult;

/**
 * What a line of an NKI kernel's source costs, all cores together.
 *
 * @param busyPs time of its instructions on engines, DMA queues and CC-cores
 * @param waitsPs time that engines stood still before its instructions, by reason
 * @param instructions how many instructions came from it
 */
public record LineCost(
    String file, int line, long busyPs, Map<WaitReason, Long> waitsPs, long instructions) {
  /** What stands for the file of a profile that only numbers source statements. */
  private static final String STATEMENT = "statement";

  public LineCost {
    waitsPs = Map.copyOf(waitsPs);
  }

  /** What tells it from other lines, {@code kernel.py:12}. */
  public String place() {
    return file + ":" + line;
  }

  /** As a reader sees it, {@code kernel.py:12}, or {@code statement 12} of no known file. */
  public String words() {
    return file.equals(STATEMENT) ? file + " " + line : place();
  }

  /** The waits together. */
  public long waitPs() {
    return waitsPs.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The calls that led to a task of a process, where the kernel has a source. */
  public static Optional<SourceLines.Place> place(Launch launch, int process, int task) {
    return launch.source(process, task, SourceLines::of);
  }

  /** The loops around a task of a process, the innermost first. */
  public static List<SourceLines.Loop> loops(Launch launch, int process, int task) {
    return launch
        .source(process, task, (lines, step) -> Optional.of(lines.loopsAround(step)))
        .orElse(List.of());
  }

  /** The run of the innermost of them. */
  public static Optional<SourceLines.Loop> loop(Launch launch, int process, int task) {
    return launch.source(process, task, SourceLines::loop);
  }

  /** Where a task of a run comes from, as far as that is known. */
  public static Optional<SourceLines.Place> place(RunResult result, int process, int task) {
    Processor processor = result.outcome().workers().get(process).process().processor();
    OptionalInt statement = processor.statement(task);
    if (statement.isPresent()) {
      String file = processor.sourceFile(task);
      SourceLines.Frame frame =
          new SourceLines.Frame(file.isEmpty() ? STATEMENT : file, statement.getAsInt(), "");
      return Optional.of(new SourceLines.Place(List.of(frame)));
    }
    return result.neuron().flatMap(run -> place(run.launch(), process, task));
  }

  /** By file and line; none for kernels that have no source. */
  static List<LineCost> of(RunResult result) {
    return of(
        result,
        (process, task) -> place(result, process, task),
        (process, task) ->
            place(result, process, task).map(SourceLines.Place::innermost).map(Line::of).stream()
                .toList());
  }

  /** Whether anything runs within a loop. */
  public static boolean hasLoops(RunResult result) {
    return result.neuron().stream()
        .map(NeuronRun::launch)
        .anyMatch(launch -> result.timeline().tracks().stream().anyMatch(t -> hasLoops(launch, t)));
  }

  private static boolean hasLoops(Launch launch, Track track) {
    return IntStream.range(0, track.size())
        .anyMatch(bar -> loop(launch, track.process(), track.task(bar)).isPresent());
  }

  /** What runs within each loop, by the line that the loop begins at. */
  public static List<LineCost> loops(RunResult result) {
    return result
        .neuron()
        .map(NeuronRun::launch)
        .map(
            launch ->
                of(
                    result,
                    (process, task) -> loop(launch, process, task),
                    (process, task) ->
                        loops(launch, process, task).stream().map(Line::of).distinct().toList()))
        .orElse(List.of());
  }

  /** A line of a file. */
  private record Line(String file, int line) {
    static Line of(SourceLines.Frame frame) {
      return new Line(frame.file(), frame.line());
    }

    static Line of(SourceLines.Loop loop) {
      return new Line(loop.file(), loop.line());
    }
  }

  /** Something about a task of a process. */
  private interface Fact<T> {
    T of(int process, int task);
  }

  /**
   * @param spot where a task stands; tasks of one spot count for the same lines
   * @param lines the lines that a task counts for
   */
  private static List<LineCost> of(
      RunResult result, Fact<Optional<?>> spot, Fact<List<Line>> lines) {
    Map<Line, Sum> sums =
        new TreeMap<>(Comparator.comparing(Line::file).thenComparingInt(Line::line));
    if (hasSource(result)) {
      Map<Object, List<Sum>> known = new IdentityHashMap<>();
      for (Track track : result.timeline().tracks()) {
        int process = track.process();
        for (int bar = 0; bar < track.size(); bar++) {
          Cancellation.check();
          int task = track.task(bar);
          Optional<?> where = spot.of(process, task);
          if (where.isPresent()) {
            List<Sum> counted =
                known.computeIfAbsent(
                    where.get(),
                    place ->
                        lines.of(process, task).stream()
                            .map(line -> sums.computeIfAbsent(line, l -> new Sum()))
                            .toList());
            for (Sum sum : counted) {
              sum.add(track, bar);
            }
          }
        }
      }
    }
    List<LineCost> costs = new ArrayList<>();
    sums.forEach((line, sum) -> costs.add(sum.cost(line.file(), line.line())));
    return costs;
  }

  /** Whether it is known where its instructions come from. */
  public static boolean hasSource(RunResult result) {
    return result.measured()
        || result.neuron().filter(run -> !run.launch().sources().isEmpty()).isPresent();
  }

  private static final class Sum {
    private final Map<WaitReason, Long> waitsPs = new EnumMap<>(WaitReason.class);
    private long busyPs;
    private long instructions;

    void add(Track track, int bar) {
      busyPs += track.endPs(bar) - track.startPs(bar);
      if (track.kind() == Track.Kind.ENGINE) {
        instructions++;
        if (track.gapPs(bar) > 0) {
          waitsPs.merge(track.reason(bar), track.gapPs(bar), Long::sum);
        }
      }
    }

    LineCost cost(String file, int line) {
      return new LineCost(file, line, busyPs, waitsPs, instructions);
    }
  }
}
