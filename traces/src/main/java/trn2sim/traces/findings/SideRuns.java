package trn2sim.traces.findings;

import java.util.List;
import java.util.Optional;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.search.FlipSearch;
import trn2sim.traces.search.LineSearch;
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
 * @param lines the run with each of the costliest lines of its source for nothing, the fastest
 *     first, if that was looked for
 */
public record SideRuns(
    Optional<List<FlipSearch.Flip>> flips,
    Optional<OtherPath> otherPath,
    Optional<List<Tried>> tuning,
    Optional<List<LineSearch.FreeLine>> lines) {
  private static final int MOST_LINES = 6;

  /** Nothing was looked for. */
  public static final SideRuns NONE =
      new SideRuns(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Simulates whatever the run is small enough for beside the other path, which is known. */
  public static SideRuns of(RunResult run, Optional<OtherPath> otherPath) {
    return new SideRuns(
        FlipSearch.of(run),
        otherPath,
        TuningSearch.beside(run),
        LineSearch.beside(run, () -> costly(run)));
  }

  /** The lines that the critical path is charged to most. */
  public static List<String> costly(RunResult run) {
    return CriticalLines.of(run, CriticalPath.of(run)).keySet().stream().limit(MOST_LINES).toList();
  }
}
