package trn2sim.traces.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;

/**
 * Looks for settings that make a scenario faster: every option by itself, then pairs of options,
 * those first that gain most alone, then more options on top of the best; beside them faster parts
 * of the device and other sizes. Every simulation times the kernel once, and their number is
 * bounded, so that the search costs a known multiple of a run.
 */
public final class TuningSearch {
  /** The simulations of a search at most, the unchanged scenario included. */
  public static final int MOST_SIMULATIONS = 60;

  private static final long MOST_BESIDE_A_RUN = 30_000;
  private static final int MOST_ADDED = 4;

  private final Scenario scenario;
  private final Laboratory laboratory;
  private final List<Change> arguments;

  /**
   * A search that has not begun.
   *
   * @param arguments settings to try beside the kernel's options
   */
  public TuningSearch(Scenario scenario, Laboratory laboratory, List<Change> arguments) {
    this.scenario = scenario;
    this.laboratory = laboratory;
    this.arguments = List.copyOf(arguments);
  }

  /**
   * The options one at a time, the best first; nothing for runs too large to be repeated, nor for
   * micro-kernels, whose options say what is timed.
   */
  public static Optional<List<Tried>> beside(RunResult run) {
    if (!isRepeatable(run) || !run.probe().isEmpty()) {
      return Optional.empty();
    }
    Scenario scenario = run.scenario();
    Laboratory laboratory =
        new Laboratory(
            changes -> scenario.with(Candidates.applied(scenario, changes)),
            Experiment.of(run),
            ForkJoinPool.commonPool(),
            0);
    List<Tried> tried =
        laboratory.runAll(Candidates.options(scenario).stream().map(Variation::of).toList());
    return tried.isEmpty() ? Optional.empty() : Optional.of(ranked(tried));
  }

  /** Whether it is small enough to be simulated several times more beside itself. */
  static boolean isRepeatable(RunResult run) {
    return run.instructions() + run.events() <= MOST_BESIDE_A_RUN;
  }

  public Tuning run() {
    List<Change> settings =
        Stream.concat(Candidates.options(scenario).stream(), arguments.stream()).toList();
    List<Tried> options = ranked(tryAll(settings.stream().map(Variation::of)));
    List<Tried> hardware =
        ranked(
            tryAll(
                HardwareChange.of(scenario).stream()
                    .map(part -> new Variation(part.name(), part.changes(scenario.device())))));
    List<Tried> sizes =
        tryAll(Candidates.sizes(scenario).stream().map(Variation::of)).stream()
            .filter(tried -> tried.ps() > 0) // a kernel file may do nothing for a size
            .toList();
    List<Variation> pairs = pairs(options);
    int affordable = Math.max(0, MOST_SIMULATIONS - MOST_ADDED - laboratory.simulations());
    List<Tried> triedPairs = ranked(tryAll(pairs.stream().limit(affordable)));
    return new Tuning(
        scenario.name(),
        laboratory.base().ps(),
        options,
        triedPairs,
        together(options, triedPairs),
        hardware,
        sizes.stream().sorted(Comparator.comparingDouble(Tried::rate).reversed()).toList(),
        laboratory.refused(),
        laboratory.simulations(),
        Math.max(0, pairs.size() - affordable),
        laboratory.base().originalFails());
  }

  private List<Tried> tryAll(Stream<Variation> variations) {
    return laboratory.runAll(variations.toList());
  }

  private static List<Tried> ranked(List<Tried> tried) {
    return tried.stream().sorted(Comparator.comparingLong(Tried::ps)).toList();
  }

  /** Two options that can go together, those with the largest gains first. */
  private static List<Variation> pairs(List<Tried> options) {
    record Pair(Tried a, Tried b) {}
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (!options.get(i).excludes(options.get(j))) {
          pairs.add(new Pair(options.get(j), options.get(i)));
        }
      }
    }
    return pairs.stream()
        .sorted(Comparator.comparingLong(pair -> pair.a.ps() + pair.b.ps()))
        .map(pair -> Variation.of(pair.a).and(pair.b))
        .toList();
  }

  /** The best so far, with whatever else makes it faster still. */
  private Optional<Tried> together(List<Tried> options, List<Tried> pairs) {
    Optional<Tried> best =
        Stream.concat(options.stream(), pairs.stream())
            .min(Comparator.comparingLong(Tried::ps))
            .filter(Tried::gains);
    if (best.isEmpty()) {
      return best;
    }
    Tried now = best.get();
    int added = 0;
    for (Tried option : options) {
      if (option.gains() && !option.excludes(now) && added < MOST_ADDED) {
        added++;
        long before = now.ps();
        now =
            laboratory.runAll(List.of(Variation.of(now).and(option))).stream()
                .filter(more -> more.ps() < before)
                .findFirst()
                .orElse(now);
      }
    }
    return Optional.of(now);
  }
}
