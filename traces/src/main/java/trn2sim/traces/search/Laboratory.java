package trn2sim.traces.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.scenario.Scenario;

/** Runs variants of a scenario, several at a time, and keeps account of those that cannot be. */
public final class Laboratory {
  /** Makes a scenario with some settings changed; fails as the loader does. */
  public interface Variants {
    Scenario with(List<Change> changes);
  }

  private record Outcome(Optional<Tried> tried, String refusal) {}

  private final Variants variants;
  private final Experiment base;
  private final ForkJoinPool pool;
  private final List<Tuning.Refused> refused = new ArrayList<>();
  private int simulations;

  Laboratory(Variants variants, Experiment base, ForkJoinPool pool, int simulations) {
    this.variants = variants;
    this.base = base;
    this.pool = pool;
    this.simulations = simulations;
  }

  /** Runs the scenario as it is, on a number of threads then its variants. */
  public static Laboratory of(Variants variants, int jobs) {
    Experiment base = Experiment.of(variants.with(List.of()));
    return new Laboratory(variants, base, new ForkJoinPool(jobs), 1);
  }

  Experiment base() {
    return base;
  }

  int simulations() {
    return simulations;
  }

  List<Tuning.Refused> refused() {
    return List.copyOf(refused);
  }

  /** Those that can run, in the order given, whatever the threads do. */
  List<Tried> runAll(List<Variation> variations) {
    List<Outcome> outcomes =
        pool.submit(() -> variations.parallelStream().map(this::attempt).toList()).join();
    List<Tried> tried = new ArrayList<>();
    for (int i = 0; i < variations.size(); i++) {
      Outcome outcome = outcomes.get(i);
      outcome.tried.ifPresent(tried::add);
      if (outcome.tried.isEmpty()) {
        refused.add(new Tuning.Refused(variations.get(i).toString(), outcome.refusal));
      }
    }
    simulations += tried.size();
    return tried;
  }

  /** The key and what was found there need no words where they are what is tried. */
  private static String reason(Variation variation, SpecException e) {
    boolean tried = variation.changes().stream().anyMatch(change -> change.key().equals(e.key()));
    String where = tried || e.key().isEmpty() ? "" : e.key() + ": found " + e.found() + ", ";
    return where + "expected " + e.expected();
  }

  private Outcome attempt(Variation variation) {
    try {
      Experiment after = Experiment.of(variants.with(variation.changes()));
      return new Outcome(Optional.of(base.changed(variation, after)), "");
    } catch (SpecException e) {
      return new Outcome(Optional.empty(), reason(variation, e));
    } catch (RunFailure e) {
      return new Outcome(Optional.empty(), e.reason());
    } catch (NkiException e) {
      return new Outcome(Optional.empty(), e.getMessage());
    }
  }
}
