package trn2sim.traces.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.kernels.api.Footprint;
import trn2sim.kernels.api.PathChoice;
import trn2sim.kernels.api.Settings;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.Attempt;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.scenario.Scenario;

/** What would make a program fit that needs more SBUF than there is: one change at a time. */
public final class FitSearch {
  /**
   * A change after which the program fits, and what it needs then.
   *
   * @param originalFails why the original of the kernel would fail there, if it would
   */
  public record Fit(String key, Object value, long sbufPeakBytes, Optional<String> originalFails) {}

  private static final String SHAPE = "shape.";
  private static final String OPTIONS = "options.";
  private static final List<String> FLAGS = List.of("zero_copy_ring", "force_hbm_cc");
  private static final int STEPS = 16;
  private static final int TILE = 128;

  private final Scenario scenario;

  private FitSearch(Scenario scenario) {
    this.scenario = scenario;
  }

  /** Options first, then the largest size of each dimension, in sixteenths of what it is. */
  public static List<Fit> of(Scenario scenario) {
    FitSearch search = new FitSearch(scenario);
    List<Fit> fits = new ArrayList<>();
    for (String flag : FLAGS) {
      if (scenario.options().has(flag) && !scenario.options().flag(flag)) {
        Settings options = scenario.options().with(flag, true);
        fit(scenario.with(options), OPTIONS + flag, true).ifPresent(fits::add);
      }
    }
    for (String dimension : scenario.shape().values().keySet()) {
      search.largest(dimension).ifPresent(fits::add);
    }
    return fits;
  }

  private Optional<Fit> largest(String dimension) {
    long size = scenario.shape().integer(dimension);
    for (int step = STEPS - 1; step > 0; step--) {
      long smaller = size * step / STEPS / TILE * TILE;
      Settings shape = scenario.shape().with(dimension, smaller);
      Optional<Fit> fit = fit(scenario.with(shape, scenario.ranks()), SHAPE + dimension, smaller);
      if (smaller > 0 && fit.isPresent()) {
        return fit;
      }
    }
    return Optional.empty();
  }

  private static Optional<Fit> fit(Scenario changed, String key, Object value) {
    try {
      Footprint footprint = Attempt.of(changed, () -> footprint(changed));
      SpaceLedger ledger = footprint.ledger();
      Optional<String> fails = footprint.path().flatMap(PathChoice::originalFails);
      return ledger.fits()
          ? Optional.of(new Fit(key, value, ledger.sbufPeakBytes(), fails))
          : Optional.empty();
    } catch (SpecException | RunFailure | NkiException refused) {
      return Optional.empty();
    }
  }

  private static Footprint footprint(Scenario changed) {
    return changed.kernel().footprint(changed.request()).orElseThrow();
  }
}
