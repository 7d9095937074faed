package trn2sim.traces.scenario;

import java.util.Locale;
import trn2sim.kernels.functional.DataKind;
import trn2sim.kernels.functional.FunctionalSettings;
import trn2sim.kernels.math.RoundingMode;

/**
 * How a scenario is run: with or without arithmetic, on what data, how it rounds, and what is added
 * for the launch.
 */
public record RunSettings(
    Mode mode, long seed, DataKind data, RoundingMode rounding, LaunchCost launchCost) {
  /** What a run produces. */
  public enum Mode {
    /** Times only. */
    TIMING,
    /** The kernel's arithmetic, checked; in completion order, so the times come with it. */
    FUNCTIONAL,
    /** Both. */
    BOTH;

    /** The spelling in scenario files. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The same without arithmetic. */
  public RunSettings timed() {
    return new RunSettings(Mode.TIMING, seed, data, rounding, launchCost);
  }

  /** Whether the kernel's arithmetic is done. */
  public boolean computes() {
    return mode != Mode.TIMING;
  }

  /** What the arithmetic needs to know. */
  public FunctionalSettings functional() {
    return new FunctionalSettings(data, rounding, seed);
  }
}
