package trn2sim.traces.findings;

import java.util.List;
import java.util.Optional;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.search.FlipSearch;
import trn2sim.traces.search.OtherPath;
import trn2sim.traces.search.Tried;
import trn2sim.traces.search.TuningSearch;

/**
 * Further simulations beside a run, for what a reader would ask next.
 *
 * @param flips where the advice to fuse changes, if that was looked for
 * @param otherPath what the path not taken would cost, if that was looked for
 * @param tuning the options that make the run faster one at a time, the best first, if that was
 *     looked for
 */
public record SideRuns(
    Optional<List<FlipSearch.Flip>> flips,
    Optional<OtherPath> otherPath,
    Optional<List<Tried>> tuning) {
  /** Nothing was looked for. */
  public static final SideRuns NONE =
      new SideRuns(Optional.empty(), Optional.empty(), Optional.empty());

  /** Simulates whatever the run is small enough for beside the other path, which is known. */
  public static SideRuns of(RunResult run, Optional<OtherPath> otherPath) {
    return new SideRuns(FlipSearch.of(run), otherPath, TuningSearch.beside(run));
  }
}
