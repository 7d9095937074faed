package trn2sim.traces.findings;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.run.RunResult;

/**
 * What a core loads of a tensor a second time: the same elements, not written since, which could
 * have stayed in SBUF. What two cores load, each into its own SBUF, counts once for each.
 */
final class Reloads {
  private static final int MOST_TENSORS = 3;
  private static final double MEGA = 1e6;

  /** Less is not worth a sentence. */
  private static final double LEAST_SHARE = 0.05;

  /** What is loaded of a tensor, and how much of that for a second time. */
  private record Loaded(String tensor, long bytes, long again) {
    Loaded and(Loaded more) {
      return new Loaded(tensor, bytes + more.bytes, again + more.again);
    }

    @Override
    public String toString() {
      return Text.format("%s %.1f times", tensor, (double) bytes / (bytes - again));
    }
  }

  private Reloads() {}

  /** The tensors of which most is loaded again, unless it is all but nothing. */
  static Optional<String> of(RunResult run) {
    return run.neuron().map(NeuronRun::launch).flatMap(Reloads::of);
  }

  private static Optional<String> of(Launch launch) {
    Map<String, Loaded> tensors = new TreeMap<>();
    launch.roles().forEach(script -> add(script, tensors));
    long all = tensors.values().stream().mapToLong(Loaded::bytes).sum();
    long again = tensors.values().stream().mapToLong(Loaded::again).sum();
    return again > LEAST_SHARE * all
        ? Optional.of(sentence(tensors, again, all))
        : Optional.empty();
  }

  private static void add(Script script, Map<String, Loaded> tensors) {
    Map<Integer, Set<Access>> known = new HashMap<>();
    for (Script.Step step : script.steps()) {
      Cancellation.check();
      if (step.instruction() instanceof DmaCopy copy && copy.isLoad()) {
        Access source = copy.src();
        boolean first =
            source.movesAtRunTime()
                || known.computeIfAbsent(source.buffer().id(), id -> new HashSet<>()).add(source);
        String name = source.buffer().tensor();
        tensors.merge(
            name, new Loaded(name, source.bytes(), first ? 0 : source.bytes()), Loaded::and);
      }
      step.instruction().writes().forEach(written -> known.remove(written.buffer().id()));
    }
  }

  private static String sentence(Map<String, Loaded> tensors, long again, long all) {
    String most =
        tensors.values().stream()
            .filter(loaded -> loaded.again() > LEAST_SHARE * loaded.bytes())
            .sorted(Comparator.comparingLong(Loaded::again).reversed())
            .limit(MOST_TENSORS)
            .map(Loaded::toString)
            .collect(Collectors.joining(", "));
    return Text.format(
        "Loaded again: %.3g of the %.3g MB that a rank loads: %s.", again / MEGA, all / MEGA, most);
  }
}
