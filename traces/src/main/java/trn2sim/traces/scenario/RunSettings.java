package trn2sim.traces.scenario;

import java.util.Locale;
import trn2sim.kernels.functional.DataKind;

/** How a scenario is run: with or without arithmetic, and on what data. */
public record RunSettings(Mode mode, long seed, DataKind data) {
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

  /** Whether the kernel's arithmetic is done. */
  public boolean computes() {
    return mode != Mode.TIMING;
  }
}
