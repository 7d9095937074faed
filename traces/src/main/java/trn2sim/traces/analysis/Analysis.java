package trn2sim.traces.analysis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.traces.run.FlipSearch;
import trn2sim.traces.run.OtherPath;
import trn2sim.traces.run.RunResult;

/**
 * A run with the figures that several outputs show, worked out once: on large runs they cost more
 * than the outputs.
 *
 * @param boundsPs lower bounds by name
 * @param flips where the advice to fuse changes, if that was looked for
 * @param otherPath what the path not taken would cost, if that was looked for
 */
public record Analysis(
    RunResult result,
    CriticalPath criticalPath,
    Map<String, Long> boundsPs,
    Optional<List<FlipSearch.Flip>> flips,
    Optional<OtherPath> otherPath) {
  /** Of the run alone. */
  public static Analysis of(RunResult result) {
    return of(result, Optional.empty(), Optional.empty());
  }

  /** With further simulations that answer what a reader would ask next. */
  public static Analysis withSideRuns(RunResult result) {
    return of(result, FlipSearch.of(result), OtherPath.of(result));
  }

  private static Analysis of(
      RunResult result, Optional<List<FlipSearch.Flip>> flips, Optional<OtherPath> otherPath) {
    return new Analysis(result, CriticalPath.of(result), LowerBounds.of(result), flips, otherPath);
  }
}
