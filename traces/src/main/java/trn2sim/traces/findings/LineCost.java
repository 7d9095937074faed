package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.isa.Script;
import trn2sim.kernels.api.Launch;
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
  public LineCost {
    waitsPs = Map.copyOf(waitsPs);
  }

  /** The waits together. */
  public long waitPs() {
    return waitsPs.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The calls that led to a task of a process, where the kernel has a source. */
  public static Optional<SourceLines.Place> place(Launch launch, int process, int task) {
    if (launch.sources().isEmpty()) {
      return Optional.empty();
    }
    Script script = launch.cores().get(process).script();
    int source = script.steps().get(task).source();
    SourceLines lines = launch.sources().get(process % launch.sources().size());
    return source < 0 ? Optional.empty() : lines.of(source);
  }

  /** By file and line; none for kernels that have no source. */
  static List<LineCost> of(RunResult result) {
    return result
        .neuron()
        .map(run -> run.launch())
        .filter(launch -> !launch.sources().isEmpty())
        .map(launch -> of(result, launch))
        .orElse(List.of());
  }

  private static List<LineCost> of(RunResult result, Launch launch) {
    Map<String, Map<Integer, Sum>> sums = new TreeMap<>();
    for (Track track : result.timeline().tracks()) {
      for (int bar = 0; bar < track.size(); bar++) {
        int number = bar;
        place(launch, track.process(), track.task(bar))
            .map(SourceLines.Place::innermost)
            .ifPresent(
                frame ->
                    sums.computeIfAbsent(frame.file(), f -> new TreeMap<>())
                        .computeIfAbsent(frame.line(), l -> new Sum())
                        .add(track, number));
      }
    }
    List<LineCost> costs = new ArrayList<>();
    sums.forEach((file, lines) -> lines.forEach((line, sum) -> costs.add(sum.cost(file, line))));
    return costs;
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
