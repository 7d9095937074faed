package trn2sim.traces.range;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import trn2sim.hw.spec.Parameter;
import trn2sim.traces.findings.HeldRanges;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.RangeVerdict;
import trn2sim.traces.findings.Span;
import trn2sim.traces.findings.Variant;
import trn2sim.traces.range.ParameterTrial.End;
import trn2sim.traces.run.RunResult;

/**
 * Finds the range of a run: the compiler's choices and the uncertain parameters each alone, then
 * all parameters together at the ends that shorten and that lengthen the run.
 */
public final class RangeSearch {
  /** Room that is kept for the two combinations. */
  private static final int COMBINATIONS = 2;

  /** Effects below this share of the run are not followed further. */
  private static final double NOTABLE = 0.001;

  private final RunResult run;
  private final Variants variants;
  private final List<ParameterTrial> trials = new ArrayList<>();

  private RangeSearch(RunResult run, Variants variants) {
    this.run = run;
    this.variants = variants;
  }

  /**
   * Runs the variants of a run and finds between which times its answer may lie.
   *
   * @param whenOneIsDone told of progress, from any thread
   */
  public static Range of(RunResult run, Runnable whenOneIsDone) {
    return new RangeSearch(run, new Variants(run, whenOneIsDone)).search();
  }

  /** How many variants the limit leaves room for. */
  public static int variantsAtMost(RunResult run) {
    return new Variants(run, () -> {}).left();
  }

  private Range search() {
    List<Span> spans = new ArrayList<>(new CompilerChoices(run, variants).spans());
    List<Parameter> read = Uncertain.of(run);
    addTrials(read);
    tryParameters();
    Optional<Variant> best = together(1);
    Optional<Variant> worst = together(-1);
    lookBetween();
    trials.forEach(trial -> spans.add(trial.span(variants.asIs())));
    Range.Effort effort =
        new Range.Effort(variants.simulations(), variants.most(), read.size(), variants.refused());
    Optional<HeldRanges> held = HeldRanges.of(run.scenario().deviceName());
    return new Range(variants.asIs(), spans, best, worst, held, effort);
  }

  /**
   * One for each parameter if there is room for both ends of all. If not, one for each of the least
   * certain, such that every second one may have its other end tried, and one for all others.
   */
  private void addTrials(List<Parameter> read) {
    int room = Math.max(0, variants.left() - COMBINATIONS);
    int alone = 2 * read.size() <= room ? read.size() : Math.max(0, (room - 2) * 2 / 3);
    read.stream().limit(alone).map(List::of).map(ParameterTrial::new).forEach(trials::add);
    if (alone < read.size()) {
      trials.add(new ParameterTrial(read.subList(alone, read.size())));
    }
    trials.removeIf(trial -> !trial.hasNext());
  }

  /** One end of each first, and the other end of those that matter, the largest effects first. */
  private void tryParameters() {
    runNext(trials);
    List<ParameterTrial> more =
        trials.stream()
            .filter(trial -> trial.hasNext() && (!trial.sure() || isNotable(effectPs(trial))))
            .sorted(
                Comparator.comparing(ParameterTrial::isSingle)
                    .thenComparing(Comparator.comparingLong(this::effectPs).reversed()))
            .limit(Math.max(0, variants.left() - COMBINATIONS))
            .toList();
    runNext(more);
  }

  private void runNext(List<ParameterTrial> some) {
    List<TrialSettings> changes = some.stream().map(ParameterTrial::next).toList();
    List<Optional<Variant>> ends = variants.run(changes);
    for (int i = 0; i < changes.size(); i++) {
      ParameterTrial trial = some.get(i);
      TrialSettings change = changes.get(i);
      ends.get(i).ifPresent(variant -> trial.add(new End(change, variant)));
    }
  }

  /** What moves the advice most is tried between its ends too: it need not go one way. */
  private void lookBetween() {
    List<ParameterTrial> most =
        trials.stream()
            .filter(trial -> trial.isSingle() && speedupWidth(trial) > 0)
            .sorted(Comparator.comparingDouble(this::speedupWidth).reversed())
            .limit(RangeVerdict.MOST_PARAMETERS)
            .toList();
    for (ParameterTrial trial : most) {
      for (String value : Between.of(trial.first())) {
        TrialSettings change = TrialSettings.of(trial.first().name(), value);
        if (variants.left() > 0) {
          variants.run(change).ifPresent(variant -> trial.add(new End(change, variant)));
        }
      }
    }
  }

  private double speedupWidth(ParameterTrial trial) {
    return trial.span(variants.asIs()).speedupWidth();
  }

  private boolean isNotable(long effectPs) {
    return effectPs > 0 && effectPs >= NOTABLE * variants.asIs().totalPs();
  }

  private long effectPs(ParameterTrial trial) {
    return trial.ends().stream()
        .mapToLong(end -> Math.abs(end.totalPs() - variants.asIs().totalPs()))
        .max()
        .orElse(0);
  }

  /**
   * Every parameter that matters, at the end that shortens or lengthens the run.
   *
   * @param sign 1 for what shortens it, -1 for what lengthens it
   */
  private Optional<Variant> together(int sign) {
    List<TrialSettings> changes = new ArrayList<>();
    for (ParameterTrial trial : trials) {
      trial.ends().stream()
          .min(Comparator.comparingLong(end -> sign * end.totalPs()))
          .filter(end -> isNotable(sign * (variants.asIs().totalPs() - end.totalPs())))
          .ifPresent(end -> changes.add(end.change()));
    }
    return changes.isEmpty() ? Optional.empty() : variants.run(TrialSettings.together(changes));
  }
}
