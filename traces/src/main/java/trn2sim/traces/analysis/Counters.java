package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.IntPredicate;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.traces.run.RunResult;

/** Memory in use, the array's pace, the share of HBM and link bandwidth over the time of a run. */
public final class Counters {
  private static final int PERCENT = 100;

  private Counters() {}

  /** Those of each core in the order of the cores, then those of chips. */
  public static List<Counter> of(RunResult result) {
    return of(result, rank -> true);
  }

  /** The same, of the cores of some ranks and of all chips. */
  public static List<Counter> of(RunResult result, IntPredicate ranks) {
    TimeBins bins = TimeBins.of(result.processes().size(), result.timeline().endPs());
    List<Counter> counters = new ArrayList<>();
    Map<Program, BufferNames> names = new IdentityHashMap<>();
    for (Process process : result.processes()) {
      if (!ranks.test(result.rank(process.number()))) {
        continue;
      }
      BufferNames buffers = names.computeIfAbsent(process.program(), BufferNames::new);
      List<Program.Space> spaces = process.program().spaces();
      for (int space = 0; space < spaces.size(); space++) {
        counters.addAll(new BufferLevels(process, space, bins).counters(buffers));
      }
      pace(process).ifPresent(counters::add);
    }
    result.neuron().ifPresent(run -> counters.addAll(Bandwidths.of(result, run, bins)));
    return counters;
  }

  /** The array's clock rate that its throttle allows. */
  private static Optional<Counter> pace(Process process) {
    SortedMap<Long, Integer> changes = process.processor().pace();
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    long[] at = changes.keySet().stream().mapToLong(Long::longValue).toArray();
    long[] pace = changes.values().stream().mapToLong(Integer::longValue).toArray();
    return Optional.of(
        new Counter(process.name(), "TensorE pace", "", "%", PERCENT, 1, at, pace).trimmed());
  }
}
