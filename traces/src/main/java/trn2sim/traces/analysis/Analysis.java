package trn2sim.traces.analysis;

import java.util.List;
import java.util.Map;
import trn2sim.traces.run.RunResult;

/**
 * A run with the figures that several outputs show, worked out once: on large runs they cost more
 * than the outputs.
 *
 * @param boundsPs lower bounds by name
 */
public record Analysis(
    RunResult result, List<CriticalPath.Share> criticalPath, Map<String, Long> boundsPs) {
  public static Analysis of(RunResult result) {
    return new Analysis(result, CriticalPath.of(result), LowerBounds.of(result));
  }
}
